import { SERVICE_NAMES, type ServiceName } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './callers.ts';
import { routedOperations } from './routes.ts';
import { arrangements } from './statuses/all.ts';
import type { Arranged } from './statuses/arrangement.ts';
import { arranged } from './statuses/refusals.ts';
import { startWorld, type World } from './world.ts';

let world: World;
const valid = new Map<string, Arranged>();

beforeAll(async () => {
  world = await startWorld();
  for (const { id } of routedOperations) {
    const request = await arrangements[id]?.valid(world);
    if (request) valid.set(id, request);
  }
});
afterAll(() => world.stop());

/** The user service last: without it nobody is known. */
const order = [...SERVICE_NAMES].sort((a, b) => Number(a === 'user') - Number(b === 'user'));

/** architecture.md: no responder is a 503 at once, never a wait. */
describe.each(order)('without the service %s', (owner: ServiceName) => {
  const owned = routedOperations.filter((operation) => operation.owner === owner);

  beforeAll(async () => {
    await Promise.all(world.system.processes[owner].map((replica) => replica.stop()));
  });

  it.each(owned)('$http.method $http.path answers 503', async (operation) => {
    const request = valid.get(operation.id);
    if (!request) throw new Error(`${operation.id} has no arrangement in test/acceptance/statuses`);
    const answer = await arranged(operation, request, world).send().then(describeAnswer, messageOf);
    expect(answer).toMatch(/answered 503, .*"error":"[^"]+"/);
  });
});

/** The sender throws on a status that is not documented, and 5xx is documented of all operations together alone. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Templates may set any status, so that theirs do not throw. */
function describeAnswer({ status, text }: Answer): string {
  return `answered ${status}, ${text}`;
}
