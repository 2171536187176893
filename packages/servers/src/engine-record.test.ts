import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EngineUnavailable, programForFolder, recordedEngine } from './engine-record.ts';
import type { EngineVersion, ServerProgram } from './server-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engine-record-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const MADE_WITH: ServerProgram = { engine: 'secantusd-rs', version: '0.5.3-beta.165', path: '/bin/true' };

test('the first program is recorded, and asked for ever after', async () => {
  const asked: (EngineVersion | undefined)[] = [];
  const obtain = async (wanted: EngineVersion | undefined) => {
    asked.push(wanted);
    return MADE_WITH;
  };
  await programForFolder(folder, obtain);
  await programForFolder(folder, obtain);
  expect(asked).toEqual([undefined, { engine: 'secantusd-rs', version: '0.5.3-beta.165' }]);
  expect(recordedEngine(folder)).toEqual(asked[1]);
});

test('a folder whose program cannot be had is not opened with another', async () => {
  await programForFolder(folder, async () => MADE_WITH);
  const open = programForFolder(folder, async () => {
    throw new Error('not to be had');
  });
  await expect(open).rejects.toThrow(EngineUnavailable);
  await expect(open).rejects.toThrow(/made with secantusd-rs 0\.5\.3-beta\.165, and only that may open it: not to be/);
});
