import {
  addTemplate,
  addTemplateSource,
  changeTemplate,
  changeTemplateSource,
  deleteTemplate,
  deleteTemplateByPath,
  type Fault,
  listTemplates,
  previewTemplate,
  readTemplateSource,
  readTemplates,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start();
});
afterAll(() => system.stop());

async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome === undefined) throw new Error('expected a Fault');
  return outcome as Fault;
}

const source = async (id: string) => (await system.call(readTemplateSource, { id })).body;

describe('templates', () => {
  it('are added and listed as they were given', async () => {
    const { rows } = await system.call(addTemplate, { id: 'Mail/Bill', data: 'a {{ 1 }}', settings: { subject: 'x' } });
    expect(rows).toEqual([{ id: 'Mail/Bill', data: 'a {{ 1 }}', settings: { subject: 'x' } }]);
    const listed = await system.call(listTemplates, { id: 'MAIL/bill' });
    expect(listed).toMatchObject({ total: 1, limit: 25, rows });
    expect((await system.call(listTemplates, { filter: { id: 'mail%' } })).rows).toEqual(rows);
  });

  it('are one template whatever the case of the name', async () => {
    await system.call(addTemplate, { id: 'Case', data: '1' });
    expect((await faultOf(system.call(addTemplate, { id: 'cASE', data: '2' }))).status).toBe(409);
    expect(await source('CASE')).toBe('1');
  });

  it('keep their source when data is absent, and their settings when those are', async () => {
    await system.call(addTemplate, { id: 'keep', data: 'source', settings: { a: 1 } });
    expect((await system.call(changeTemplate, { id: 'keep', settings: { b: 2 } })).rows).toEqual([
      { id: 'keep', data: 'source', settings: { b: 2 } },
    ]);
    expect((await system.call(changeTemplate, { id: 'KEEP', data: 'other' })).rows).toEqual([
      { id: 'keep', data: 'other', settings: { b: 2 } },
    ]);
  });

  it('are refused where they cannot be parsed, with line, column and the source line', async () => {
    const fault = await faultOf(system.call(addTemplate, { id: 'broken', data: 'fine\nnot {{ IF }}' }));
    expect(fault.status).toBe(400);
    expect(fault.message).toContain('Invalid value of data: parse error');
    expect(fault.details).toMatchObject({ line: 2, column: expect.any(Number), excerpt: 'not {{ IF }}' });
    await system.call(addTemplate, { id: 'whole', data: 'ok' });
    expect((await faultOf(system.call(changeTemplate, { id: 'whole', data: '{{ END }}' }))).status).toBe(400);
    expect(await source('whole')).toBe('ok');
  });

  it('are 404 where there is none', async () => {
    const id = 'none';
    for (const work of [
      () => system.call(changeTemplate, { id, data: '' }),
      () => system.call(deleteTemplate, { id }),
      () => system.call(deleteTemplateByPath, { id }),
      () => system.call(readTemplateSource, { id }),
      () => system.call(changeTemplateSource, { id, body: 'x' }),
    ]) {
      expect((await faultOf(work())).status).toBe(404);
    }
  });

  it('are deleted and can come back', async () => {
    await system.call(addTemplate, { id: 'phoenix', data: 'one' });
    expect((await system.call(deleteTemplate, { id: 'Phoenix' })).rows).toEqual(['1']);
    await system.call(addTemplate, { id: 'phoenix', data: 'two' });
    expect((await system.render('phoenix')).body).toBe('two');
  });

  it('take their source as a body, or data and settings as JSON', async () => {
    const id = 'by/path';
    await system.call(addTemplateSource, { id, body: 'raw {{ 1 + 1 }}', content_type: 'text/html' });
    expect((await faultOf(system.call(addTemplateSource, { id, body: 'again' }))).status).toBe(409);
    const json = JSON.stringify({ data: 'from json', settings: { allow_public: true } });
    await system.call(changeTemplateSource, { id, body: json, content_type: 'application/json; charset=utf-8' });
    expect((await system.call(readTemplates, { names: [id, 'none'] })).rows).toEqual([
      { id, settings: { allow_public: true } },
    ]);
    expect(await source(id)).toBe('from json');
    for (const body of ['{', '[1]', '{"data":5}', '{"settings":"x"}']) {
      const fault = await faultOf(system.call(changeTemplateSource, { id, body, content_type: 'application/json' }));
      expect(fault.status).toBe(400);
    }
  });

  it('hold 15 MB', async () => {
    const body = `${'x'.repeat(1023)}\n`.repeat(15 * 1024);
    await system.call(addTemplateSource, { id: 'large', body });
    expect(await source('large')).toHaveLength(15 * 1024 * 1024);
    expect((await system.render('large')).body).toHaveLength(15 * 1024 * 1024 - 1);
    await system.call(deleteTemplate, { id: 'large' });
  });
});

describe('a preview', () => {
  const preview = (data: string, more: object = {}) =>
    system.call(previewTemplate, { name: 'draft', data, ...more }, as.admin());
  it('renders unsaved text for a user and arguments', async () => {
    const data = '{{ user.login }}{{ request.params.a }}{{ request.headers.x-b }}';
    const reply = await preview(data, { user_id: 1, params: { a: 'A' }, headers: { 'X-B': 'B' } });
    expect(reply.body).toBe('adminAB');
  });
  it('writes nothing, whatever the settings of the stored template say', async () => {
    await system.call(addTemplate, { id: 'draft', data: 'x', settings: { allow_write: true } });
    const fault = await faultOf(preview('{{ user.set_settings({ a = 1 }) }}'));
    expect(fault).toMatchObject({ status: 400 });
    expect(fault.message).toContain('user.set_settings writes: a preview writes nothing');
    expect(await system.print('{{ user.settings.a }}')).toBe('');
  });
  it('says where the text is wrong', async () => {
    expect((await faultOf(preview('\n{{ FOR }}'))).details).toMatchObject({ line: 2 });
  });
});
