export { cacheFolder } from './cache-folder.ts';
export { endProcesses } from './end-processes.ts';
export { EngineUnavailable, programForFolder, recordedEngine } from './engine-record.ts';
export { freePort, portAccepts } from './free-port.ts';
export { type Guardian, guardian } from './guardian.ts';
export type { LocalServer, LocalServerOptions } from './local-server.ts';
export { buildSecantusd, obtainMongo, SECANTUSD_BUILT_VERSION } from './mongo-program.ts';
export { startMongo } from './mongo-server.ts';
export { NATS_VERSION, obtainNats } from './nats-program.ts';
export { startNats } from './nats-server.ts';
export { identifyProcess, isRunning, type ProcessIdentity, signalGroup } from './process-identity.ts';
export { programOnPath } from './program-on-path.ts';
export { lastLines, ProgramFailed, type ProgramOutput, runProgram } from './run-program.ts';
export {
  type ServerCommand,
  type ServerExit,
  type ServerProcess,
  ServerStartFailed,
  startServerProcess,
} from './server-process.ts';
export {
  type Engine,
  type EngineVersion,
  ProgramNotFound,
  type Progress,
  type ServerProgram,
} from './server-program.ts';
