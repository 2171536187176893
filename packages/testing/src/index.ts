export { type Isolation, isolatedDatabase } from './isolated-database.ts';
export { type RunningServers, type StartServersOptions, startServers } from './start-servers.ts';
export { type RunningSystem, type StartSystemOptions, startSystem } from './start-system.ts';
export { startTestProcess, type TestProcess } from './test-process.ts';
export { type TestServers, testServers } from './test-servers.ts';
