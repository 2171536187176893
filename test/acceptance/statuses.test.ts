import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contents } from './database-contents.ts';
import { undeclaredFields } from './declared-fields.ts';
import { type RoutedOperation, routedOperations } from './routes.ts';
import { arrangements } from './statuses/all.ts';
import type { Arranged } from './statuses/arrangement.ts';
import { arranged, BODY_LIMIT_BYTES, type Prepared, refusal } from './statuses/refusals.ts';
import { startWorld, type World } from './world.ts';

let world: World;
/** By operation id: the request that succeeds. */
const valid = new Map<string, Arranged>();
/** By operation id and status. */
const refused = new Map<string, Prepared | undefined>();
let contents: Contents;

/** Everything is arranged first and settled, so that what changes afterwards was changed by a refused request. */
beforeAll(async () => {
  world = await startWorld({ env: { BODY_LIMIT_BYTES: String(BODY_LIMIT_BYTES), TRUSTED_PROXIES: 'loopback' } });
  for (const operation of routedOperations) {
    const arrangement = arrangements[operation.id];
    if (!arrangement) continue;
    const succeeding = await arrangement.valid(world);
    valid.set(operation.id, succeeding);
    for (const status of refusedStatuses(operation)) {
      refused.set(
        `${operation.id} ${status}`,
        await refusal(status, { operation, arrangement, valid: succeeding }, world),
      );
    }
  }
  await world.system.run();
  contents = await world.databases.read();
});
afterAll(() => world.stop());

/** What needs a state of the whole system: `locked.test.ts` has 408, `idempotency-key.test.ts` 409, `registration.test.ts` the 403 of a registration that is switched off. */
function isArrangedHere({ id }: RoutedOperation, status: number): boolean {
  if (status === 409) return arrangements[id]?.refused?.[409] !== undefined;
  return status !== 408 && !(id === 'user.register' && status === 403);
}

function refusedStatuses(operation: RoutedOperation): number[] {
  return operation.errors.filter((status) => isArrangedHere(operation, status));
}

describe.each(routedOperations)('$http.method $http.path refuses', (operation) => {
  it.each(refusedStatuses(operation))('with %i', async (status) => {
    const request = refused.get(`${operation.id} ${status}`);
    const answer = await request?.send();
    expect(answer?.json).toEqual({
      ...answer?.json,
      status,
      error: expect.stringMatching(/./),
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(answer?.status).toBe(status);
  });

  it('without a change', async () => {
    const before = contents;
    contents = await world.databases.read();
    expect(contents).toEqual(before);
  });
});

describe.each(routedOperations)('$http.method $http.path', (operation) => {
  const success = operation.http.method === 'DELETE' ? 201 : 200;

  it(`answers ${success}`, async () => {
    const answer = await arranged(operation, validOf(operation.id), world).send();
    expect(answer.status, answer.text).toBe(success);
    if (success === 201) expect([answer.text, answer.headers.get('content-type')]).toEqual(['', null]);
    const row = arrangements[operation.id]?.row;
    if (row) expect(answer.json?.data?.[0]).toMatchObject(row);
    expect((answer.json?.data ?? []).flatMap((shown) => undeclaredFields(operation, shown))).toEqual([]);
  });
});

function validOf(id: string): Arranged {
  const found = valid.get(id);
  if (!found) throw new Error(`${id} has no arrangement in test/acceptance/statuses`);
  return found;
}
