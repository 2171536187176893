import { type RunningSystem, startSystem } from '@countinghouse/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const CLOCK = '2019-04-01 01:00:00';

let system: RunningSystem;
beforeAll(async () => {
  const two = { user: 2, billing: 2, 'service-lifecycle': 2, 'template-renderer': 2, gateway: 2 };
  system = await startSystem({ replicas: two, clock: CLOCK });
});
afterAll(() => system?.stop());

/** Reads the caller's own row, a request that every replica of the user service and of billing can answer. */
async function readSelf(): Promise<{ readonly status: number; readonly date: string }> {
  const { login, password } = system.admin;
  const authorization = `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`;
  const response = await fetch(`${system.url}/v1/user`, { headers: { authorization } });
  return (await response.json()) as { status: number; date: string };
}

test('two replicas of everything serve one system', async () => {
  expect(Object.values(system.processes).flat()).toHaveLength(10);
  expect((await readSelf()).status).toBe(200);
});

test('the clock stands where it was put, and a run ends with counts', async () => {
  expect((await readSelf()).date).toContain('2019');
  expect(await system.run()).toEqual({
    tasks: expect.any(Number),
    jobs: expect.any(Number),
    events: expect.any(Number),
  });
});

test.each(['user', 'billing'] as const)(
  'a killed replica of %s costs no request, and one that comes back is used',
  async (name) => {
    const [victim] = system.processes[name];
    if (victim === undefined) throw new Error(`${name} has no replica`);
    const statuses: number[] = [];
    const reader = (async () => {
      for (let request = 0; request < 200; request++) statuses.push((await readSelf()).status);
    })();
    await victim.kill();
    await reader;
    expect(new Set(statuses)).toEqual(new Set([200]));
    await victim.restart();
    expect(victim.running).toBe(true);
    expect((await readSelf()).date).toContain('2019');
  },
);

test('a gateway that was killed takes the clock over', async () => {
  const [victim] = system.processes.gateway;
  await victim?.kill();
  await victim?.restart();
  const answer = await fetch(`${system.url}/v1/healthcheck`);
  expect(await answer.json()).toMatchObject({ date: expect.stringMatching(/01:00:00 2019$/) });
});

test('stopping in order ends every process with code 0', async () => {
  const replicas = Object.values(system.processes).flat();
  await system.stop();
  const exits = await Promise.all(replicas.map((replica) => replica.exited));
  expect(new Set(exits.map((exit) => JSON.stringify(exit)))).toEqual(new Set(['{"code":0,"signal":null}']));
});
