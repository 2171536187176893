import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SeededRandom } from './seeded-random.ts';

/** A command of a service event as it arrived. */
export interface ArrivedCommand {
  /** `task-<id>`, the same for every attempt of one task. */
  readonly task: string;
  readonly userServiceId: number;
  readonly event: string;
}

/** Of the commands, so many fail the first time, before or after they are counted. */
const FAILURE_SHARE = 0.05;

/** The machine that the tasks command: a real HTTP server that counts what it is told, and sometimes fails. */
export class CommandCounterpart {
  readonly #server: Server;
  readonly #random: SeededRandom;
  /** In the order of arrival, each task once. */
  readonly #arrived = new Map<string, ArrivedCommand>();
  attempts = 0;

  private constructor(random: SeededRandom) {
    this.#random = random;
    this.#server = createServer((request, response) => {
      void this.#answer(request).then((status) => response.writeHead(status).end());
    });
  }

  static async start(random: SeededRandom): Promise<CommandCounterpart> {
    const counterpart = new CommandCounterpart(random);
    await new Promise<void>((resolve) => counterpart.#server.listen(0, '127.0.0.1', resolve));
    return counterpart;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/command`;
  }

  get commands(): readonly ArrivedCommand[] {
    return [...this.#arrived.values()];
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    this.attempts += 1;
    if (this.#random.chance(FAILURE_SHARE)) return 503;
    const task = String(request.headers['idempotency-key']);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { service: number; event: string };
    this.#arrived.set(task, { task, userServiceId: body.service, event: body.event });
    return this.#random.chance(FAILURE_SHARE) ? 500 : 200;
  }
}
