export { withDatabase } from './database-of-folder.ts';
export { LAUNCH_VARIABLES } from './launch-environment.ts';
export {
  type ProcessName,
  type ProgramForm,
  reachableAddress,
  SERVICES,
  type ServiceName,
  type SystemProcessOptions,
  secretVariable,
  startSystemProcess,
} from './system-process.ts';
