import { describe, expect, it } from 'vitest';
import { Engine, hostObject, TemplateLimitError } from './index.ts';

describe('Engine', () => {
  it('renders variables, loops and blocks', async () => {
    const engine = new Engine();
    const source = '{{ FOREACH n IN list }}{{ n }}{{ "," UNLESS loop.last }}{{ END }}';
    expect(await engine.render(source, { list: [1, 2, 3] })).toBe('1,2,3');
  });

  it('waits for promises and streams asynchronous iterables', async () => {
    async function* numbers() {
      yield 1;
      yield 2;
    }
    const source = '{{ p + 1 }}:{{ FOREACH n IN s }}{{ n }}{{ "," UNLESS loop.last }}{{ END }}';
    expect(await new Engine().render(source, { p: Promise.resolve(4), s: numbers() })).toBe('5:1,2');
  });

  it('shows only what a host object allows', async () => {
    const host = hostObject({ get: (name) => (name === 'x' ? 7 : undefined) });
    expect(await new Engine().render('{{ host.x }}{{ host.size }}{{ host }}', { host })).toBe('7');
  });

  it('ends a render that goes over its limits', async () => {
    const template = new Engine({ limits: { steps: 100 } }).compile('{{ FOREACH i IN [1..1000] }}{{ i }}{{ END }}');
    await expect(template.render()).rejects.toThrow(TemplateLimitError);
  });
});
