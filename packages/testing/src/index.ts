export { type Isolation, isolatedDatabase } from './isolated-database.ts';
export { type RunningServers, type StartServersOptions, startServers } from './start-servers.ts';
export { type TestServers, testServers } from './test-servers.ts';
