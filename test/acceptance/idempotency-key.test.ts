import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './callers.ts';
import type { Contents } from './database-contents.ts';
import { type RoutedOperation, routedOperations } from './routes.ts';
import { arrangements } from './statuses/all.ts';
import { type Arranged, requestOf, senderOf } from './statuses/arrangement.ts';
import { startWorld, type World } from './world.ts';

const idempotent = routedOperations.filter((operation) => operation.idempotent);

interface Sent {
  readonly arranged: Arranged;
  readonly key: string;
  readonly answer: Answer;
}

let world: World;
const first = new Map<string, Sent>();
let contents: Contents;

/** Everything is done once and settled, so that what changes afterwards was changed by a repeat. */
beforeAll(async () => {
  world = await startWorld();
  for (const operation of idempotent) {
    const arranged = await arrangements[operation.id]?.valid(world);
    if (!arranged) continue;
    const key = world.unique('key-');
    first.set(operation.id, { arranged, key, answer: await send(operation, arranged, key) });
  }
  await world.system.run();
  contents = await world.databases.read();
});
afterAll(() => world.stop());

function send(operation: RoutedOperation, arranged: Arranged, key: string): Promise<Answer> {
  const headers = { ...arranged.headers, 'idempotency-key': key };
  return senderOf(operation, arranged, world)(requestOf(operation, { ...arranged, headers }));
}

/** The same request with one argument changed; undefined where it has none. */
function otherContent(request: Arranged): Arranged | undefined {
  if (request.text !== undefined) return { ...request, text: `${request.text} ` };
  const [name, value] = Object.entries(request.args ?? {})[0] ?? [];
  return name === undefined ? undefined : { ...request, args: { ...request.args, [name]: another(value) } };
}

function another(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' ? `${value}x` : { ...(value as object), another: 1 };
}

/** decisions.md 11: the header makes every command happen once. */
describe.each(idempotent)('$http.method $http.path with an Idempotency-Key', (operation) => {
  function sent(): Sent {
    const found = first.get(operation.id);
    if (!found) throw new Error(`${operation.id} has no arrangement in test/acceptance/statuses`);
    return found;
  }

  it('succeeds the first time', () => {
    expect(sent().answer.status, sent().answer.text).toBeLessThan(300);
    expect(sent().answer.headers.get('idempotency-hit')).toBeNull();
  });

  it('repeats its answer without doing it again', async () => {
    const { arranged, key, answer } = sent();
    const second = await send(operation, arranged, key);
    expect(answered(second)).toEqual(answered(answer));
    expect(second.headers.get('idempotency-hit')).toBe('true');
    expect(await world.databases.read()).toEqual(contents);
  });

  it('answers 409 to other content', async () => {
    const { arranged, key } = sent();
    const other = otherContent(arranged);
    if (!other) return;
    const answer = await send(operation, other, key);
    expect(answer.json).toMatchObject({ status: 409, error: 'The Idempotency-Key was used with other arguments' });
    expect(answer.status).toBe(409);
    expect(await world.databases.read()).toEqual(contents);
  });
});

/** Without the date and the request id. */
function answered({ status, text, json }: Answer): unknown {
  return { status, data: json?.data ?? text };
}

it('refuses a key that is no key', async () => {
  const headers = { 'idempotency-key': 'with blanks' };
  const body = { user_id: world.callers.userId, money: 1 };
  const answer = await world.callers.admin({ method: 'PUT', path: '/v1/admin/user/payment', body, headers });
  expect(answer.json).toMatchObject({ status: 400, error: expect.stringContaining('Idempotency-Key') });
});
