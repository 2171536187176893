import { randomUUID } from 'node:crypto';
import { PUBLIC_CALLER } from '@countinghouse/contracts';
import { Bus, type BusLog, type BusOptions, type CallOptions } from '../src/index.ts';

export interface LogEntry {
  readonly level: keyof BusLog;
  readonly details: object;
  readonly message: string;
}

/** Keeps what is logged, for assertions. */
export class RecordedLog implements BusLog {
  readonly entries: LogEntry[] = [];

  debug(details: object, message: string): void {
    this.entries.push({ level: 'debug', details, message });
  }

  info(details: object, message: string): void {
    this.entries.push({ level: 'info', details, message });
  }

  warn(details: object, message: string): void {
    this.entries.push({ level: 'warn', details, message });
  }

  error(details: object, message: string): void {
    this.entries.push({ level: 'error', details, message });
  }

  at(level: keyof BusLog): string[] {
    return this.entries.filter((entry) => entry.level === level).map((entry) => entry.message);
  }
}

export const TEST_SECRETS = {
  user: 'the secret of the user service, for tests',
  billing: 'the secret of the billing service, for tests',
};

/** So that test files that share a server do not hear each other. */
export function randomPrefix(): string {
  return `test-${randomUUID()}`;
}

export function natsUrl(): string {
  const url = process.env.NATS_URL;
  if (!url) throw new Error('NATS_URL is not set: run the tests through vitest, which starts the servers');
  return url;
}

export function connectBus(options: Partial<BusOptions> = {}): Promise<Bus> {
  return Bus.connect({
    url: options.url ?? natsUrl(),
    name: 'test',
    secrets: TEST_SECRETS,
    log: new RecordedLog(),
    connectTimeoutMs: 30_000,
    ...options,
  });
}

/** A public caller, a new key and a deadline in a minute, unless said otherwise. */
export function callOptions(options: Partial<CallOptions> = {}): CallOptions {
  return { caller: PUBLIC_CALLER, key: randomUUID(), deadlineAt: Date.now() + 60_000, ...options };
}
