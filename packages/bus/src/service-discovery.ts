import { randomUUID } from 'node:crypto';
import type { Msg, Subscription } from '@nats-io/transport-node';
import { collect } from './gather.ts';
import type { Link } from './link.ts';
import type { SubjectStats } from './metrics.ts';

/** One process on the bus. */
export interface ReplicaInfo {
  /** The service that it serves, else the process's name, such as `gateway`. */
  readonly service: string;
  readonly instance: string;
  readonly version: string;
  readonly startedAt: string;
}

/** What a process says of itself. */
export interface Identity {
  readonly service: string;
  readonly version: string;
  readonly subjects: readonly string[];
}

const REPLICAS_TIMEOUT_MS = 500;
const NAME_FORBIDDEN = /[^A-Za-z0-9_-]/g;
const NANOSECONDS_PER_SECOND = 1_000_000_000;

interface PingBody {
  readonly name: string;
  readonly id: string;
  readonly version: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

/**
 * Answers `$SRV.PING`, `$SRV.INFO` and `$SRV.STATS` as NATS' ADR-32 has it, and asks the others. Several systems may
 * share a server: `metadata.prefix` tells them apart.
 */
export class ServiceDiscovery {
  readonly instance = randomUUID().replaceAll('-', '');
  readonly #link: Link;
  readonly #stats: () => readonly SubjectStats[];
  readonly #startedAt = new Date().toISOString();
  #identity: Identity;
  #subscriptions: Subscription[] = [];

  constructor(link: Link, processName: string, stats: () => readonly SubjectStats[]) {
    this.#link = link;
    this.#stats = stats;
    this.#identity = { service: processName.replace(NAME_FORBIDDEN, '_'), version: '0.0.0', subjects: [] };
    this.#subscribe();
  }

  /** From now on this process is found under the name of what it serves. */
  announce(identity: Identity): void {
    this.withdraw();
    this.#identity = identity;
    this.#subscribe();
  }

  withdraw(): void {
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    this.#subscriptions = [];
  }

  /** Every process that answers within half a second, or those of one service. */
  async replicas(service?: string): Promise<ReplicaInfo[]> {
    this.#link.connection.assertConnected();
    const subject = service === undefined ? '$SRV.PING' : `$SRV.PING.${service}`;
    const options = { subject, payload: '', timeoutMs: REPLICAS_TIMEOUT_MS };
    const answers = await collect(this.#link, options, (message) => message.json<PingBody>());
    return answers
      .filter((answer) => answer.metadata?.prefix === this.#link.prefix)
      .map((answer) => ({
        service: answer.name,
        instance: answer.id,
        version: answer.version,
        startedAt: answer.metadata?.startedAt ?? '',
      }));
  }

  #subscribe(): void {
    const { service } = this.#identity;
    this.#answerAt('PING', service, () => this.#body('ping_response', {}));
    this.#answerAt('INFO', service, () =>
      this.#body('info_response', { description: '', endpoints: this.#endpoints() }),
    );
    this.#answerAt('STATS', service, () => this.#body('stats_response', this.#statistics()));
  }

  #answerAt(verb: string, service: string, body: () => object): void {
    const respond = (message: Msg): void => {
      if (message.reply) this.#link.connection.send({ subject: message.reply, payload: JSON.stringify(body()) });
    };
    for (const suffix of ['', `.${service}`, `.${service}.${this.instance}`])
      this.#subscriptions.push(this.#link.connection.subscribe(`$SRV.${verb}${suffix}`, respond));
  }

  #body(kind: string, more: object): object {
    return {
      type: `io.nats.micro.v1.${kind}`,
      name: this.#identity.service,
      id: this.instance,
      version: this.#identity.version,
      metadata: { prefix: this.#link.prefix, startedAt: this.#startedAt },
      ...more,
    };
  }

  #endpoints(): object[] {
    const { service, subjects } = this.#identity;
    return subjects.map((subject) => ({
      name: subject.replaceAll('.', '_'),
      subject: `${this.#link.prefix}.${subject}`,
      queue_group: service,
    }));
  }

  #statistics(): object {
    const endpoints = this.#stats().map((stats) => {
      const errors = Object.entries(stats.statuses).filter(([status]) => Number(status) >= 500);
      const processingTime = Math.round(stats.durationSumSeconds * NANOSECONDS_PER_SECOND);
      return {
        name: stats.subject.replaceAll('.', '_'),
        subject: `${this.#link.prefix}.${stats.subject}`,
        queue_group: this.#identity.service,
        num_requests: stats.requests,
        num_errors: errors.reduce((sum, [, count]) => sum + count, 0),
        last_error: '',
        processing_time: processingTime,
        average_processing_time: stats.requests === 0 ? 0 : Math.round(processingTime / stats.requests),
      };
    });
    return { started: this.#startedAt, endpoints };
  }
}
