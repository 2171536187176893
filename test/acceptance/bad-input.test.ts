import type { FieldKind } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './callers.ts';
import type { Contents } from './database-contents.ts';
import { argumentsOfOperation, type RoutedOperation, routedOperations, samplePath } from './routes.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let contents: Contents;

beforeAll(async () => {
  world = await startWorld();
  await world.system.run();
  contents = await world.databases.read();
});
afterAll(() => world.stop());

/** No refused request of a group has changed anything (decisions.md 4). */
function changesNothing(): void {
  it('and nothing changes', async () => {
    expect(await world.databases.read()).toEqual(contents);
  });
}

/** Wrong in a query as well as in a JSON body. */
const WRONG: Readonly<Partial<Record<FieldKind, readonly string[]>>> = {
  id: ['minus one', '0', '2147483648', '1.5'],
  integer: ['1.5', 'many', '99999999999'],
  number: ['many', '1e400', 'NaN'],
  flag: ['perhaps', '2'],
  money: ['12,50', '100000000', '-100000000', 'Infinity'],
  period: ['-1', '1.00001', 'month'],
  date: ['2026-02-30', 'yesterday', '2026-01-01 25:00:00'],
};

/** Wrong only in JSON: of the wrong type. */
const WRONG_TYPES: Readonly<Partial<Record<FieldKind, readonly unknown[]>>> = {
  id: [{}, [1], true],
  integer: [{}, [1]],
  number: [{}, [1]],
  flag: [{}, []],
  money: [{}, [1], true],
  period: [{}, true],
  text: [{ $gt: '' }, ['text'], 5],
  date: [{}, 20260101],
};

const declared = routedOperations
  .filter((operation) => !operation.rawBody && operation.result !== 'raw')
  .flatMap((operation) => argumentsOfOperation(operation).map((argument) => ({ operation, argument })));

function takesBody({ http }: RoutedOperation): boolean {
  return http.method === 'PUT' || http.method === 'POST';
}

function send(operation: RoutedOperation, args: Readonly<Record<string, unknown>>): Promise<Answer> {
  const target = { method: operation.http.method, path: samplePath(operation) };
  return world.callers.admin(takesBody(operation) ? { ...target, body: args } : { ...target, query: args });
}

/** Something for every required argument, so that the wrong one is what is complained about. */
function completeArguments(operation: RoutedOperation): Record<string, unknown> {
  const samples: Readonly<Record<FieldKind, string>> = {
    id: '2147483647',
    integer: '1',
    number: '1',
    flag: '0',
    money: '1',
    period: '1',
    text: 'sample',
    date: '2026-01-01 00:00:00',
    json: '{}',
  };
  const required = argumentsOfOperation(operation).filter((argument) => argument.required);
  return Object.fromEntries(required.map(({ name, kind, oneOf }) => [name, oneOf?.[0] ?? samples[kind]]));
}

describe('a required argument', () => {
  const required = declared.filter(({ argument }) => argument.required);

  it.each(required)('$operation.http.method $operation.http.path without $argument.name', async ({ operation }) => {
    const answer = await send(operation, {});
    const names = argumentsOfOperation(operation).filter((argument) => argument.required);
    expect(names.map(({ name }) => `Field required: ${name}`)).toContain(answer.json?.error);
    expect(answer.status).toBe(400);
  });

  it.each(required)('$operation.http.method $operation.http.path with an empty $argument.name', async (target) => {
    const { operation, argument } = target;
    const answer = await send(operation, { ...completeArguments(operation), [argument.name]: '' });
    const name = argument.name[0]?.toUpperCase() + argument.name.slice(1);
    expect([`Field required: ${argument.name}`, `${name} is empty`]).toContain(answer.json?.error);
    expect(answer.status).toBe(400);
  });

  changesNothing();
});

describe('a wrong value', () => {
  const typed = declared.filter(({ argument }) => WRONG[argument.kind] !== undefined);

  it.each(typed)('$operation.http.method $operation.http.path: $argument.name', async ({ operation, argument }) => {
    for (const value of WRONG[argument.kind] ?? []) {
      const answer = await send(operation, { ...completeArguments(operation), [argument.name]: value });
      expect([value, answer.status, answer.json?.error]).toEqual([
        value,
        400,
        expect.stringContaining(`Invalid value of ${argument.name}: expected `),
      ]);
    }
  });

  changesNothing();
});

describe('a value of the wrong type', () => {
  const typed = declared.filter(
    ({ operation, argument }) => takesBody(operation) && WRONG_TYPES[argument.kind] !== undefined,
  );

  it.each(typed)('$operation.http.method $operation.http.path: $argument.name', async ({ operation, argument }) => {
    for (const value of WRONG_TYPES[argument.kind] ?? []) {
      const answer = await send(operation, { ...completeArguments(operation), [argument.name]: value });
      expect([value, answer.status, answer.json?.error]).toEqual([
        value,
        400,
        expect.stringContaining(`Invalid value of ${argument.name}: expected `),
      ]);
    }
  });

  changesNothing();
});

describe('JSON that goes too deep', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`);
  const json = declared.filter(({ operation, argument }) => takesBody(operation) && argument.kind === 'json');

  it.each(json)('$operation.http.method $operation.http.path: $argument.name', async ({ operation, argument }) => {
    const answer = await send(operation, { ...completeArguments(operation), [argument.name]: deep });
    expect(answer.json?.error).toContain(`Invalid value of ${argument.name}: expected `);
    expect(answer.status).toBe(400);
  });

  changesNothing();
});

describe('a broken body', () => {
  const bodies = routedOperations.filter((operation) => takesBody(operation) && !operation.rawBody);

  it.each(bodies)('$http.method $http.path', async (operation) => {
    const { method } = operation.http;
    const headers = { 'content-type': 'application/json' };
    const answer = await world.callers.admin({ method, path: samplePath(operation), text: '{"a":', headers });
    expect(answer.json?.error).toContain('Invalid value of body: expected valid JSON');
    expect(answer.status).toBe(400);
  });

  changesNothing();
});
