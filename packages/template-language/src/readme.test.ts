import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Engine } from './index.ts';

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
});
