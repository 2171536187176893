export type { BroadcastListener } from './broadcast.ts';
export { Bus } from './bus.ts';
export type { ConsumeOptions, Consuming } from './event-consumer.ts';
export type { FaultPlan } from './faults.ts';
export type { GatherOptions, GatherResponder } from './gather.ts';
export { type BusStats, LATENCY_BUCKETS_S, type SubjectStats } from './metrics.ts';
export type {
  BusEvent,
  BusLog,
  BusOptions,
  CallOptions,
  IncomingRequest,
  RepeatOnSilence,
  ReplyOf,
  Served,
  ServeOptions,
  Serving,
} from './options.ts';
export type { ReplicaInfo } from './service-discovery.ts';
