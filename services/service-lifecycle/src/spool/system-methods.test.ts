import { addUser, changeConfig, type JsonObject, type UserRow } from '@countinghouse/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SPOOL_HISTORY } from './history-document.ts';
import { SpoolWorld } from './spool-world.ts';
import { historyDays } from './system-methods.ts';

let world: SpoolWorld;

beforeAll(async () => {
  world = await SpoolWorld.open({ with: ['billing', 'user'], now: '2022-01-01 00:00:00' });
  await world.run();
});
afterAll(() => world.close());

function job(method: string, settings: JsonObject = {}) {
  const event = { kind: 'Jobs', title: 'A mailing', name: method.toUpperCase(), method };
  return world.queue({ event, settings });
}

test('history is kept 30 days, as configured, or for ever', () => {
  expect(historyDays(undefined)).toBe(30);
  expect(historyDays({ cleanup: {} })).toBe(30);
  expect(historyDays({ cleanup: { SpoolHistory: 7 } })).toBe(7);
  expect(historyDays({ cleanup: { SpoolHistory: 0 } })).toBe(0);
  expect(historyDays({ cleanup: { SpoolHistory: 'x' } })).toBe(30);
});

test('job_cleanup erases old attempts', async () => {
  const old = await job('job_cleanup');
  await world.run();
  world.now = '2022-01-31 00:00:00';
  await world.run();
  expect(await world.history(old)).toHaveLength(1);
  world.now = '2022-02-01 00:00:01';
  const recent = await job('job_cleanup');
  await world.run();
  expect(await world.history(old)).toEqual([]);
  expect(await world.history(recent)).toMatchObject([{ status: 'SUCCESS', response: { services: 0 } }]);
});

test('job_cleanup keeps everything where the configuration says 0', async () => {
  await world.call(changeConfig, { key: 'billing', value: { cleanup: { SpoolHistory: 0 } } });
  await world.run();
  const before = await world.store.collection(SPOOL_HISTORY).countDocuments();
  world.now = '2024-01-01 00:00:00';
  await job('job_cleanup');
  await world.run();
  expect(await world.store.collection(SPOOL_HISTORY).countDocuments()).toBeGreaterThan(before);
});

test('job_users queues one task for each user', async () => {
  const logins = ['ann', 'bob', 'cid'];
  const added = await Promise.all(logins.map((login) => world.call(addUser, { login, password: 'secret-1' })));
  const ids = added.map(({ rows }) => (rows[0] as UserRow).user_id);
  await job('job_users', { template: 'news', transport: 'local', prio: 120, campaign: 'spring' });
  const claimed = await world.lifecycle.store.collection('spool').findOne({ 'event.method': 'job_users' });
  await world.run();
  const [attempt] = await world.history(Number(claimed?._id));
  expect(attempt).toMatchObject({ status: 'SUCCESS', response: { tasks: expect.any(Number) } });
  const mailed = (await world.tasks()).filter((task) => ids.includes(task.user_id));
  expect(mailed).toHaveLength(3);
  expect(mailed[0]).toMatchObject({
    prio: 120,
    event: { name: 'TASK', title: 'A mailing', settings: { template_id: 'news', transport: 'local' } },
    settings: { campaign: 'spring' },
  });
});
