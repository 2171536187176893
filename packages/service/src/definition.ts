import type { Bus, BusEvent } from '@countinghouse/bus';
import type { RunCounts, ServiceName } from '@countinghouse/contracts';
import type { Clock, Logger, ServiceEnvironment } from '@countinghouse/process';
import type { Outbox, Store } from '@countinghouse/store';
import type { Registry } from 'prom-client';
import type { z } from 'zod';
import type { Context, Implementation } from './implementation.ts';

/** What a service is given to build itself from. */
export interface Runtime<Variables = unknown> {
  readonly name: ServiceName;
  readonly environment: ServiceEnvironment & Variables;
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  /** Settles the events of changed documents: `outbox.settleSoon(collection, document)` right after a write. */
  readonly outbox: Outbox;
  readonly metrics: Registry;
  /** A context for work that no request asked for: the caller is `system:<service>`, acting for the user where one is given. */
  systemContext(key: string, actingUserId?: number): Context;
}

/** Work that repeats on every replica and must be harmless there: settles what a crash left. Answers how much it did. */
export interface Sweeper {
  readonly name: string;
  readonly intervalMs: number;
  sweep(): Promise<number>;
}

export type EventHandler = (event: BusEvent) => Promise<void>;

/** Takes some types of an owner's events one by one; passing over the others costs nothing. */
export interface EventConsumer {
  readonly types: readonly string[];
  readonly handle: EventHandler;
}

/** Takes several at once, all or nothing, where that costs less; one alone is a batch of one, and they may come in any order. */
export interface EventBatchConsumer {
  readonly types: readonly string[];
  readonly handleAll: (events: readonly BusEvent[]) => Promise<void>;
}

/** A bare handler takes events of every type. */
export type EventConsumers = { readonly [owner in ServiceName]?: EventConsumer | EventBatchConsumer | EventHandler };

/** What a service consists of once it is built. */
export interface ServiceParts {
  readonly operations: readonly Implementation[];
  /** Collections whose documents carry an `outbox`. */
  readonly outboxes?: readonly string[];
  readonly consumers?: EventConsumers;
  readonly sweepers?: readonly Sweeper[];
  /** For `POST v1/test/run`: runs tasks and jobs that are due until none is left. */
  runDue?(): Promise<Pick<RunCounts, 'tasks' | 'jobs'>>;
  /** What the service still waits for before anybody counts on it, though it serves already; undefined where it is whole. */
  notReady?(): string | undefined;
  /** Starts background work after the operations are served. */
  begin?(): Promise<void>;
  /** Ends background work before the bus is drained. */
  end?(): Promise<void>;
}

export interface ServiceDefinition<Shape extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: ServiceName;
  /** Variables of this service alone. */
  readonly variables: Shape;
  build(runtime: Runtime<z.infer<z.ZodObject<Shape>>>): Promise<ServiceParts>;
}
