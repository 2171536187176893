import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { order, setServiceChildren, type UserServiceRow } from '@countinghouse/contracts';
import { startTestProcess } from '@countinghouse/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultOf, userCaller, World } from './world.ts';

process.env.TZ = 'UTC';

const logs = mkdtempSync(join(tmpdir(), 'countinghouse-killed-'));
let world: World;
beforeAll(async () => {
  world = await World.open({ billing: 'Simpler' });
});
afterAll(async () => {
  await world.close();
  rmSync(logs, { recursive: true, force: true });
});

const start = (env: Readonly<Record<string, string>>, stage?: string) =>
  startTestProcess({
    name: 'service-lifecycle',
    form: 'sources',
    env: { ...env, PATH: process.env.PATH ?? '', ...(stage === undefined ? {} : { CRASH_AFTER_STAGE: stage }) },
    logFile: join(logs, `${stage ?? 'whole'}.log`),
  });

it('an order whose process kills itself on the way is finished by the next one: paid once, there once', async () => {
  const child = await world.service({ cost: 10, pay_always: 1, category: 'part' });
  const service = await world.service({ cost: 100, allow_to_order: 1 });
  await world.call(setServiceChildren, { service_id: service, children: [{ service_id: child, qnt: 1 }] });
  await world.command('create', 'part');
  const user = await world.user({ balance: 500 });
  const ask = (key: string, timeoutMs: number): Promise<UserServiceRow> =>
    world.row(order, { service_id: service }, { caller: userCaller(user), key, timeoutMs });
  await world.services.lifecycle.bus.drain();
  const { collection } = world.lifecycle.changes.trees;
  for (const [index, stage] of ['settled', 'applied'].entries()) {
    const key = `killed-${stage}`;
    const dying = await start(world.environment as Record<string, string>, stage);
    const [refused] = await Promise.all([faultOf(ask(key, 10_000)), dying.exited]);
    expect(refused).not.toBe('no fault');
    await collection.updateMany(
      { 'change.number': { $gt: 0 } } as never,
      { $set: { 'change.leasedUntil': new Date(0) } } as never,
    );
    const whole = await start(world.environment as Record<string, string>);
    expect(await ask(key, 20_000)).toMatchObject({ status: 'PROGRESS', service_id: service });
    expect(await collection.countDocuments({ user_id: user })).toBe(2 * (index + 1));
    expect(await collection.countDocuments({ 'change.number': { $gt: 0 } } as never)).toBe(0);
    expect(await world.balance(user)).toBe(500 - 110 * (index + 1));
    expect(await world.tasks()).toHaveLength(index + 1);
    await whole.stop();
  }
}, 180_000);
