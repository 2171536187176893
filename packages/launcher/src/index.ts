export { withDatabase } from './database-of-folder.ts';
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
