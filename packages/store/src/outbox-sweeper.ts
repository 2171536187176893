import type { StoreLog } from './open-store.ts';
import type { Outbox } from './outbox.ts';

export interface OutboxSweeperOptions {
  readonly outbox: Outbox;
  readonly collections: readonly string[];
  readonly intervalMs: number;
  readonly log: StoreLog;
}

export interface OutboxSweeper {
  /** Resolves when the sweep that runs has ended. */
  stop(): Promise<void>;
}

/** Sweeps again and again, the interval after the end of the last time. Harmless on every replica at once. */
export function startOutboxSweeper({ outbox, collections, intervalMs, log }: OutboxSweeperOptions): OutboxSweeper {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const sweep = async (): Promise<void> => {
    try {
      await outbox.sweep(collections);
    } catch (error) {
      log.warn({ err: error }, 'outboxes were not settled; the next sweep tries again');
    }
    if (!stopped) schedule();
  };
  const schedule = () => {
    timer = setTimeout(() => {
      running = sweep();
    }, intervalMs);
    timer.unref();
  };
  schedule();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
