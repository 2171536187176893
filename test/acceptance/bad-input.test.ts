import type { FieldKind } from '@countinghouse/contracts';
import { type RunningSystem, startSystem } from '@countinghouse/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type Callers, createCallers } from './callers.ts';
import { type RoutedOperation, routedOperations, samplePath } from './routes.ts';

let system: RunningSystem;
let callers: Callers;

beforeAll(async () => {
  system = await startSystem();
  callers = await createCallers(system);
});
afterAll(() => system.stop());

interface Argument {
  readonly name: string;
  readonly kind: FieldKind;
  readonly required: boolean;
}

function argumentsOfOperation(operation: RoutedOperation): Argument[] {
  const shape = (operation.args as Partial<z.ZodObject>).shape ?? {};
  const inPath = /\*(\w+)/.exec(operation.http.path)?.[1];
  return Object.entries(shape).flatMap(([name, schema]) => {
    const meta = (schema as z.ZodType).meta();
    if (meta?.kind === undefined || name === inPath) return [];
    return [{ name, kind: meta.kind as FieldKind, required: meta.required === true }];
  });
}

/** A value of each kind that is wrong in a query as well as in a JSON body; texts are wrong only as JSON. */
const WRONG: Readonly<Partial<Record<FieldKind, string>>> = {
  id: 'minus one',
  integer: '1.5',
  number: 'many',
  flag: 'perhaps',
  money: '12,50',
  period: '-1',
  date: '2026-02-30',
};

const declared = routedOperations
  .filter((operation) => !operation.rawBody && operation.result !== 'raw')
  .flatMap((operation) => argumentsOfOperation(operation).map((argument) => ({ operation, argument })));

function send(operation: RoutedOperation, args: Record<string, string>) {
  const { method } = operation.http;
  const path = samplePath(operation);
  return method === 'GET' || method === 'DELETE'
    ? callers.admin({ method, path, query: args })
    : callers.admin({ method, path, body: args });
}

describe('a missing required argument', () => {
  const required = declared.filter(({ argument }) => argument.required);
  it.each(required)('$operation.http.method $operation.http.path: $argument.name', async ({ operation }) => {
    const answer = await send(operation, {});
    expect(answer.status).toBe(400);
    const names = argumentsOfOperation(operation).filter((argument) => argument.required);
    expect(names.map(({ name }) => `Field required: ${name}`)).toContain(answer.json?.error);
  });
});

describe('an argument of the wrong type', () => {
  const typed = declared.filter(({ argument }) => WRONG[argument.kind] !== undefined);
  it.each(typed)('$operation.http.method $operation.http.path: $argument.name', async ({ operation, argument }) => {
    const answer = await send(operation, {
      ...completeArguments(operation),
      [argument.name]: WRONG[argument.kind] as string,
    });
    expect(answer.json?.error).toContain(`Invalid value of ${argument.name}: expected `);
    expect(answer.status).toBe(400);
  });
});

/** Something for every required argument, so that the wrong one is what is complained about. */
function completeArguments(operation: RoutedOperation): Record<string, string> {
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
  return Object.fromEntries(required.map(({ name, kind }) => [name, samples[kind]]));
}
