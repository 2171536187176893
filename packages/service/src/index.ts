export type { Logger } from '@countinghouse/process';
export { Clock, portVariable, switchVariable } from '@countinghouse/process';
export { AddressLimit } from './address-limit.ts';
export { plainAddress } from './client-address.ts';
export type {
  EventBatchConsumer,
  EventConsumer,
  EventConsumers,
  EventHandler,
  Runtime,
  ServiceDefinition,
  ServiceParts,
  Sweeper,
} from './definition.ts';
export {
  actingUser,
  type Context,
  type Handler,
  type Implementation,
  implement,
  type OnwardOptions,
} from './implementation.ts';
export { killAfter } from './kill-after.ts';
export { runService } from './run-service.ts';
export { type RunningService, type StartOptions, startService } from './start-service.ts';
