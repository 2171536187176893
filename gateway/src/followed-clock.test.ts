import { Bus } from '@countinghouse/bus';
import { CLOCK_READ_TOPIC, CLOCK_TOPIC, type ClockSet } from '@countinghouse/contracts';
import { Clock } from '@countinghouse/process';
import { isolatedDatabase, testServers } from '@countinghouse/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FollowedClock } from './followed-clock.ts';

const YEAR_2019 = Date.parse('2019-04-01T01:00:00Z');
const YEAR_2020 = Date.parse('2020-04-01T01:00:00Z');
const log = { debug() {}, info() {}, warn() {}, error() {} };

let gateway: Bus;
let service: Bus;
let clock: Clock;
let followed: FollowedClock | undefined;

beforeEach(async () => {
  const { natsUrl: url, mongoUrl } = await testServers();
  const { busPrefix: prefix } = isolatedDatabase(mongoUrl);
  gateway = await Bus.connect({ url, name: 'gateway', prefix, secrets: {}, log });
  service = await Bus.connect({ url, name: 'service', prefix, secrets: {}, log });
  clock = new Clock();
});
afterEach(async () => {
  await followed?.stop();
  followed = undefined;
  await Promise.all([gateway.drain(), service.drain()]);
});

async function tell(answer: () => Promise<ClockSet>): Promise<void> {
  service.onGather(CLOCK_READ_TOPIC, answer);
  await service.subscribed();
}

it('takes the clock over from a service that runs', async () => {
  await tell(async () => ({ nowMs: YEAR_2019 }));
  followed = await FollowedClock.follow(gateway, clock);
  expect([followed.isKnown, clock.nowMs()]).toEqual([true, YEAR_2019]);
});

it('knows that the clock runs', async () => {
  await tell(async () => ({ nowMs: null }));
  followed = await FollowedClock.follow(gateway, clock);
  expect([followed.isKnown, clock.standsStill]).toEqual([true, false]);
});

it('asks until a service is there', async () => {
  followed = await FollowedClock.follow(gateway, clock);
  expect(followed.isKnown).toBe(false);
  await tell(async () => ({ nowMs: YEAR_2019 }));
  await expect.poll(() => followed?.isKnown).toBe(true);
  expect(clock.nowMs()).toBe(YEAR_2019);
});

it('keeps what was set while it asked', async () => {
  await tell(async () => {
    await service.gather(CLOCK_TOPIC, { nowMs: YEAR_2020 }, { expected: 1, timeoutMs: 10_000 });
    return { nowMs: YEAR_2019 };
  });
  followed = await FollowedClock.follow(gateway, clock);
  expect([followed.isKnown, clock.nowMs()]).toEqual([true, YEAR_2020]);
});
