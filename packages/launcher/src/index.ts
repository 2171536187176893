export {
  type ProcessName,
  type ProgramForm,
  probeHost,
  SERVICES,
  type ServiceName,
  type SystemProcessOptions,
  secretVariable,
  startSystemProcess,
} from './system-process.ts';
