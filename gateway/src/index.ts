export { gatewayVariables } from './environment.ts';
export { type RunningGateway, startGateway } from './start-gateway.ts';
