import { Bus } from '@countinghouse/bus';
import { CLOCK_READ_TOPIC, CLOCK_TOPIC } from '@countinghouse/contracts';
import { Clock } from '@countinghouse/process';
import { isolatedDatabase, testServers } from '@countinghouse/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { followTestClock, type StoredClock } from './service-clock.ts';

const YEAR_2019 = Date.parse('2019-04-01T01:00:00Z');
const YEAR_2020 = Date.parse('2020-04-01T01:00:00Z');
const log = { debug() {}, info() {}, warn() {}, error() {} };

let replica: Bus;
let asker: Bus;

beforeEach(async () => {
  const { natsUrl: url, mongoUrl } = await testServers();
  const { busPrefix: prefix } = isolatedDatabase(mongoUrl);
  replica = await Bus.connect({ url, name: 'replica', prefix, secrets: {}, log });
  asker = await Bus.connect({ url, name: 'asker', prefix, secrets: {}, log });
});
afterEach(() => Promise.all([replica.drain(), asker.drain()]));

const ask = (topic: string, payload: object = {}) => asker.gather(topic, payload, { expected: 1, timeoutMs: 10_000 });

/** What a replica finds that looked at the store just before another one wrote to it. */
function storedBefore(nowMs: number, duringRead: () => Promise<unknown>): StoredClock & { written: unknown[] } {
  const written: unknown[] = [];
  const read = async () => {
    await duringRead();
    return nowMs;
  };
  return { written, read, write: async (moment) => void written.push(moment) };
}

it('does not miss a clock that is set while it looks where the clock stood', async () => {
  const clock = new Clock();
  const stored = storedBefore(YEAR_2019, () => ask(CLOCK_TOPIC, { nowMs: YEAR_2020 }));
  await followTestClock(clock, stored, replica);
  expect([clock.nowMs(), stored.written]).toEqual([YEAR_2020, [YEAR_2020]]);
});

it('tells where it stands once it knows', async () => {
  const early: unknown[] = [];
  const stored = storedBefore(YEAR_2019, async () => early.push(...(await ask(CLOCK_READ_TOPIC))));
  await followTestClock(new Clock(), stored, replica);
  expect(early).toEqual([]);
  expect(await ask(CLOCK_READ_TOPIC)).toEqual([{ nowMs: YEAR_2019 }]);
  await ask(CLOCK_TOPIC, { nowMs: null });
  expect(await ask(CLOCK_READ_TOPIC)).toEqual([{ nowMs: null }]);
});
