import { setTimeout as sleep } from 'node:timers/promises';
import { Bus, type Served } from '../src/index.ts';
import { TEST_SECRETS } from './connect-bus.ts';
import { batches, blob, echo, list } from './operations.ts';

/** A replica of the user service as a process of its own: `node replica-process.ts <url> <prefix>`; says `ready` on stdout. */
const [url = '', prefix = ''] = process.argv.slice(2);

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

const operations: Served[] = [
  {
    operation: echo,
    handle: async (args) => {
      const { text } = args as { text: string };
      if (text.startsWith('sleep ')) await sleep(Number(text.slice(6)));
      return { text: text.length > 1_000 ? String(text.length) : text, process: process.pid };
    },
  },
  {
    operation: blob,
    handle: async (args) => ({ body: 'x'.repeat((args as { length: number }).length) }),
  },
  {
    operation: list,
    handle: async (args) => {
      const { count } = args as { count: number };
      return { rows: batches(count), total: count, limit: 0, offset: 0 };
    },
  },
];

const bus = await Bus.connect({ url, name: 'replica', prefix, secrets: TEST_SECRETS, log: silent });
await bus.serve('user', operations);
process.stdout.write('ready\n');
process.on('message', () => process.send?.({ rssBytes: process.memoryUsage.rss() }));
process.on('SIGTERM', () => void bus.drain().then(() => process.exit(0)));
