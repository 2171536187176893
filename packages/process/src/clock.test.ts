import { expect, it } from 'vitest';
import { Clock } from './clock.ts';

const YEAR_2019 = Date.parse('2019-04-01T01:00:00Z');
const YEAR_2020 = Date.parse('2020-04-01T01:00:00Z');

it('stands in whole seconds where it is put, and runs again', () => {
  const clock = new Clock();
  clock.set(YEAR_2019 + 999);
  expect([clock.nowMs(), clock.standsStill]).toEqual([YEAR_2019, true]);
  clock.set(null);
  expect(clock.standsStill).toBe(false);
});

it('takes over where it stood', async () => {
  const clock = new Clock();
  await clock.takeOver(async () => YEAR_2019);
  expect(clock.nowMs()).toBe(YEAR_2019);
  await clock.takeOver(async () => undefined);
  expect(clock.nowMs()).toBe(YEAR_2019);
  await clock.takeOver(async () => null);
  expect(clock.standsStill).toBe(false);
});

it('stays where it was put while somebody looked where it stood', async () => {
  const clock = new Clock();
  await clock.takeOver(async () => {
    clock.set(YEAR_2020);
    return YEAR_2019;
  });
  expect(clock.nowMs()).toBe(YEAR_2020);
});
