export type { BroadcastListener } from './broadcast.ts';
export { Bus } from './bus.ts';
export type { FaultPlan } from './faults.ts';
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
