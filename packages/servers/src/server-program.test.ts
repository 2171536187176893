import { expect, test } from 'vitest';
import { obtainProgram, ProgramNotFound, type ProgramSource, type ServerProgram } from './server-program.ts';

const PROGRAM: ServerProgram = { engine: 'mongod', version: '8.0.1', path: '/usr/bin/mongod' };
const absent: ProgramSource = { name: 'PATH', obtain: async () => undefined };
const broken: ProgramSource = {
  name: 'download',
  obtain: async () => {
    throw new Error('no answer');
  },
};
const working: ProgramSource = { name: 'registry', obtain: async () => PROGRAM };

test('the first source that has it wins', async () => {
  expect(await obtainProgram('MongoDB server', [absent, broken, working], undefined, () => {})).toBe(PROGRAM);
});

test('when none has it, each is named with its reason', async () => {
  const obtain = obtainProgram('MongoDB server', [absent, broken], PROGRAM, () => {});
  await expect(obtain).rejects.toThrow(ProgramNotFound);
  await expect(obtain).rejects.toThrow('no mongod 8.0.1 could be obtained:\n  PATH: not there\n  download: no answer');
});
