import {
  addUser,
  changeConfig,
  type JsonObject,
  makeAutoPayment,
  mergeSettings,
  readUsers,
  systemOperationsOf,
} from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';
import { instantOf } from '@countinghouse/store';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Configuration } from '../configuration/configuration.ts';
import { Passwords } from '../password/passwords.ts';
import { Sessions } from '../session/sessions.ts';
import { as, TestSystem } from '../test-system.ts';
import { FollowUps } from '../user/follow-ups.ts';
import { UserChanges } from '../user/user-changes.ts';
import { Users } from '../user/users.ts';
import { makeAutoPayments } from './auto-payments.ts';

const API = { url: 'https://api.example/' };
const SYSTEMS = {
  card: { name: 'Card', allow_recurring: 1, secret: 'S3CRET' },
  bank: { name: 'Bank', allow_recurring: 1, payment_url: 'https://bank.example/charge' },
  cash: { name: 'A cash desk' },
};
const BILLING = { auto_payments: { enabled: 1, withdraw: { max_amount: 500, period: '10d' } } };

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start();
  system.service.clock.set(instantOf('2022-01-01 00:00:00').getTime());
  await configure('api', API);
  await configure('pay_systems', SYSTEMS);
  await configure('billing', BILLING);
});
afterEach(() => system.service.clock.set(instantOf('2022-01-01 00:00:00').getTime()));
afterAll(() => system.stop());

async function configure(key: string, value: JsonObject): Promise<void> {
  await system.call(changeConfig, { key, value });
}

let logins = 0;
async function payer(saved: JsonObject = { card: { name: 'Visa 1111' } }): Promise<number> {
  logins += 1;
  const settings = { pay_systems: saved, kept: 1 };
  return Number((await system.row(addUser, { login: `payer${logins}`, password: 'secret', settings })).user_id);
}

/** What the operation answers: 1 or 0. */
async function make(user_id: number, amount = 100, key?: string): Promise<number> {
  return Number((await system.call(makeAutoPayment, { user_id, amount }, as.system(), key)).rows[0]);
}

/** What was asked of pay systems for a user, after everything is settled. */
async function asked(user_id: number): Promise<JsonObject[]> {
  await system.call(systemOperationsOf.user.run, {}, as.system());
  const events = await system.service.store.collection('events').find({ type: 'auto-payment.requested' }).toArray();
  const data = events.map((event) => (typeof event.data === 'string' ? JSON.parse(event.data) : event.data));
  return data.filter((one: JsonObject) => one.user_id === user_id);
}

async function settings(user_id: number): Promise<JsonObject> {
  return (await system.row(readUsers, { user_ids: [user_id] }, as.system())).settings as JsonObject;
}

describe('making an automatic payment', () => {
  it('asks the program of the saved pay system and keeps when', async () => {
    const user = await payer();
    expect(await make(user, 99.5)).toBe(1);
    const url = 'https://api.example/shm/pay_systems/card.cgi';
    expect(await asked(user)).toEqual([{ user_id: user, ps: 'card', url, amount: 99.5 }]);
    expect(await settings(user)).toEqual({
      pay_systems: { card: { name: 'Visa 1111' } },
      kept: 1,
      auto_payments: { last_payment: '2022-01-01 00:00:00' },
    });
  });

  it('asks again when the period is over', async () => {
    const user = await payer();
    const answers: number[] = [];
    for (const now of ['2022-01-01 00:00:00', '2022-01-10 23:59:59', '2022-01-11 00:00:00']) {
      system.service.clock.set(instantOf(now).getTime());
      answers.push(await make(user));
    }
    expect(answers).toEqual([1, 0, 1]);
    expect(await asked(user)).toHaveLength(2);
  });

  it('asks the first of several in the order of the list, at its own address where it has one', async () => {
    const user = await payer({ card: { name: 'Visa' }, bank: {}, cash: { name: 'A desk' }, gone: {} });
    expect(await make(user)).toBe(1);
    expect(await asked(user)).toMatchObject([{ ps: 'bank', url: 'https://bank.example/charge' }]);
  });

  it('finds the configuration of a method that is saved by its program', async () => {
    await configure('pay_systems', { shop: { name: 'Shop', paysystem: 'yoo', allow_recurring: '1' } });
    const user = await payer({ yoo: { token: 'x' } });
    expect(await make(user)).toBe(1);
    expect(await asked(user)).toMatchObject([{ ps: 'shop', url: 'https://api.example/shm/pay_systems/yoo.cgi' }]);
    await configure('pay_systems', SYSTEMS);
  });

  it.each<[string, JsonObject]>([
    ['nothing is saved', {}],
    ['what is saved may not be repeated', { cash: { id: 1 } }],
    ['what is saved is not configured any more', { gone: { id: 1 } }],
    ['what is saved is empty', { card: null }],
  ])('answers 0 where %s', async (_where, saved) => {
    const user = await payer(saved);
    expect(await make(user)).toBe(0);
    expect(await asked(user)).toEqual([]);
    expect(await settings(user)).not.toHaveProperty('auto_payments');
  });

  it('answers 0 where a rule refuses, and 404 for nobody', async () => {
    const user = await payer();
    expect([await make(user, 0), await make(user, 500.01)]).toEqual([0, 0]);
    await system.call(mergeSettings, { user_id: user, settings: { deny_auto_payments: 1 } }, as.system());
    expect(await make(user)).toBe(0);
    expect(await asked(user)).toEqual([]);
    await expect(make(999_999)).rejects.toMatchObject({ status: 404 });
  });

  it('answers 0 where the program has no address', async () => {
    await configure('api', { url: '' });
    const user = await payer();
    expect(await make(user)).toBe(0);
    await configure('api', API);
    expect(await make(user)).toBe(1);
  });

  it('is done once when many ask at once', async () => {
    const user = await payer();
    const answers = await Promise.all(Array.from({ length: 16 }, () => make(user)));
    expect(answers.filter((answer) => answer === 1)).toHaveLength(1);
    expect(await asked(user)).toHaveLength(1);
  });

  it('answers the same and asks once when the request is repeated', async () => {
    const user = await payer();
    const together = await Promise.all(Array.from({ length: 8 }, () => make(user, 100, 'the same')));
    system.service.clock.set(instantOf('2022-02-01 00:00:00').getTime());
    expect([...together, await make(user, 100, 'the same')]).toEqual(Array(9).fill(1));
    expect(await asked(user)).toHaveLength(1);
    expect(await make(user, 100, 'another')).toBe(1);
    expect(await asked(user)).toHaveLength(2);
  });
});

describe('a process that dies after its write', () => {
  it('has asked once, also when the request is repeated', async () => {
    const user = await payer();
    expect(await makeAndDie(user, 'dying')).toBe(1);
    expect(await make(user, 100, 'dying')).toBe(1);
    await system.service.store
      .collection('users')
      .updateMany({ 'outbox.queued_at': { $exists: true } }, { $set: { 'outbox.$[].queued_at': new Date(0) } });
    expect(await asked(user)).toHaveLength(1);
    expect(await make(user, 100, 'dying')).toBe(1);
    expect(await asked(user)).toHaveLength(1);
  });
});

/** The operation in a process that never gets to its events. */
async function makeAndDie(user_id: number, key: string): Promise<unknown> {
  const { store, bus, clock } = system.service;
  const outbox = { settleSoon: () => {}, bury: async () => undefined };
  const context = { key, now: clock.now(), caller: as.system(), log: { info: () => {} } } as unknown as Context;
  const users = new Users(store, outbox);
  const followUps = new FollowUps({ bus, systemContext: () => context }, users, new Sessions(store));
  const changes = new UserChanges(users, new Passwords(), followUps);
  const { handle } = makeAutoPayments(changes, new Configuration(store, outbox));
  return ((await handle({ user_id, amount: 100 }, context)) as { rows: unknown[] }).rows[0];
}
