export { Clock } from './clock.ts';
export {
  EnvironmentError,
  PROCESS_VARIABLES,
  type ProcessEnvironment,
  portVariable,
  readProcessEnvironment,
  type ServiceEnvironment,
  secretVariableOf,
  serviceVariables,
  switchVariable,
} from './environment.ts';
export { type Health, type HealthOptions, startHealthServer } from './health-server.ts';
export { createLog, type Logger } from './log.ts';
