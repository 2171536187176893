import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Engine, hostObject } from './index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const examples = [
  ...readme.matchAll(/(?:```json\n([\s\S]*?)\n```\n)?```template\n([\s\S]*?)\n```\n```output\n([\s\S]*?)\n```/g),
].map(([, data, source = '', output = '']) => ({ source, output, data: JSON.parse(data ?? '{}') as object }));

describe('README', () => {
  it('has an example for every template', () => {
    expect(examples).toHaveLength(readme.match(/^```template$/gm)?.length ?? 0);
  });

  it.each(examples)('$source', async ({ source, data, output }) => {
    expect(await new Engine().render(source, data)).toBe(output);
  });

  const programs = [...readme.matchAll(/```ts\n([\s\S]*?)\n```/g)].map(([, program = '']) => program);

  it('has programs', () => {
    expect(programs).toHaveLength(2);
  });

  // A line `call(...); // result` is checked against its result.
  it.each(programs)('%s', async (program) => {
    const checked = program
      .replace(/^import .*$/gm, '')
      .replace(/^((?:await )?\w+\.\w+\(.*\)); \/\/ '?(.*?)'?$/gm, (_, call: string, result: string) => {
        return `expect(await (${call})).toBe(${JSON.stringify(result)});`;
      });
    const run = new Function('expect', 'Engine', 'hostObject', 'engine', `return (async () => {${checked}})();`) as (
      ...args: unknown[]
    ) => Promise<void>;
    expect.hasAssertions();
    await run(expect, Engine, hostObject, new Engine());
    expect(checked).not.toBe(program);
  });
});
