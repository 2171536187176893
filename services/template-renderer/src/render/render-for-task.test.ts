import { addServer, addTemplate, type RenderForTask, renderForTask, type ServerRow } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../testing/shop.ts';
import { as, TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let shop: Shop;
let serverId: number;
beforeAll(async () => {
  system = await TestSystem.start();
  shop = await openShop(system);
  const fields = {
    name: 'web1',
    transport: 'ssh',
    host: 'root@web1',
    server_gid: 1,
    settings: { key_id: 7, port: 22 },
  };
  const { rows } = await system.call(addServer, fields as never);
  serverId = (rows[0] as unknown as ServerRow).server_id;
});
afterAll(() => system.stop());

async function render(args: Partial<RenderForTask>) {
  const { rows } = await system.call(renderForTask, { user_id: shop.anna, ...args } as RenderForTask, as.system());
  return rows[0];
}

describe('rendering for a task', () => {
  it('knows the user, the service, the server, the event and the task', async () => {
    const task = { id: 5, settings: { a: 'A' }, event: { name: 'CREATE' }, server_id: serverId, payload: 'p' };
    const data =
      '{{ user.login }}|{{ us.name }}|{{ server.host }}|{{ event_name }}|{{ task.id }}{{ task.settings.a }}{{ task.event.name }}{{ task.payload }}|{{ task.server.settings.port }}|{{ task.nosuch }}';
    const args = { data, usi: shop.annasWeb, server_id: serverId, event_name: 'create', task };
    expect((await render(args))?.text).toBe('anna@example.org|Web anna.example|root@web1|CREATE|5ACREATEp|22|');
  });

  it('knows the payment and the bonus that the task is about', async () => {
    const ids = await system.print('{{ pay.items.first.id }},{{ bonus.items.first.id }}', {
      caller: as.user(shop.anna),
    });
    const [pay_id = '', bonus_id = ''] = ids.split(',');
    const data = '{{ pay.money }}|{{ pay.last.money }}|{{ bonus.bonus }}|{{ pay.items.size }}';
    expect((await render({ data, task: { id: 5, settings: { pay_id, bonus_id } } }))?.text).toBe('455|45|7|2');
    expect((await render({ data, task: { id: 5, settings: {} } }))?.text).toBe('|45||2');
  });

  it('answers what task.answer and report said, after the text', async () => {
    expect(await render({ data: "x{{ task.answer( 0, 'later', 'more' ) }}", task: { id: 1 } })).toEqual({
      text: 'x',
      task_answer: { status: 0, msg: 'later', more: ['more'] },
    });
    expect(await render({ data: "{{ report.add_error('bad') }}" })).toEqual({ text: '', report_error: 'bad' });
    expect(await render({ data: 'plain' })).toEqual({ text: 'plain' });
  });

  it('takes a stored template, and 404 tells that there is none', async () => {
    await system.call(addTemplate, { id: 'mail', data: 'Dear {{ user.full_name }}' });
    expect((await render({ name: 'mail' }))?.text).toBe('Dear Anna Ant');
    await expect(render({ name: 'nosuch' })).rejects.toMatchObject({ status: 404 });
    await expect(render({ name: 'mail', data: 'x' })).rejects.toMatchObject({ status: 400 });
  });

  it('takes variables of the caller, which win over objects but not over functions', async () => {
    const vars = { user: { login: 'mine' }, toJson: 'no', SUCCESS: 'no', code: 'c' };
    expect((await render({ data: '{{ user.login }}{{ code }}{{ toJson(a = SUCCESS) }}', vars }))?.text).toBe(
      'minec{"a":1}',
    );
  });

  it('writes where the stored template may, and never from a plain text', async () => {
    const data = '{{ user.set_settings({ mark = "m" }) }}{{ user.settings.mark }}';
    await system.call(addTemplate, { id: 'writer', data, settings: { allow_write: true } });
    expect((await render({ name: 'writer' }))?.text).toBe('m');
    await expect(render({ data })).rejects.toMatchObject({ status: 400 });
  });

  it('is 400 where the template fails', async () => {
    await expect(render({ data: '{{ 1 / 0 }}' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('Template render error: '),
    });
  });
});

describe('server', () => {
  const print = (source: string, params = {}) => system.print(source, { params });
  it.each([
    ['server(ID).name', 'web1'],
    ['server.id(ID).host', 'root@web1'],
    ['server(ID).settings.port', '22'],
    ['server(ID).key_id', '7'],
    ['server(ID).group.name', 'local'],
    ['server(999).name', ''],
    ["server.filter( name = 'web1' ).items.first.host", 'root@web1'],
    ["server.list_by_transport('ssh').name", 'web1'],
    ['sg(1).get_servers.pluck("name").join', 'local web1'],
    ['server.groups.items.size > 0', '1'],
    ["servers.filter( transport = 'ssh' ).items.size", '1'],
  ])('%s', async (expression, expected) => {
    const printed = await print(`{{ ${expression.replace('ID', String(serverId))} }}`);
    expect(printed.toLowerCase()).toBe(expected.toLowerCase());
  });
  it('of the call is chosen by administrators only', async () => {
    const params = { server_id: String(serverId) };
    expect(await print('{{ server.name }}', params)).toBe('web1');
    expect(await system.print('{{ server.name }}', { params, caller: as.user(shop.anna) })).toBe('');
  });
});

describe('spool', () => {
  const allowed = { settings: { allow_write: true } };
  it('queues tasks, lists and pauses them', async () => {
    const caller = as.user(shop.boris);
    const add =
      "{{ id = spool.add( event = { name = 'T', title = 'Test', kind = 'UserService' }, settings = { a = 1 }, delayed = 3600 ) }}";
    const shown =
      '{{ t = spool(id) }}{{ t.event.title }},{{ t.settings.a }},{{ t.prio }},{{ spool.items.size }},{{ user.spool.items.size }}';
    expect(await system.print(`${add}${shown}`, { caller, ...allowed })).toBe('Test,1,100,1,1');
    expect(await system.print('{{ spool.items.first.status }}', { caller })).toBe('DELAYED');
    expect(
      await system.print('{{ t = spool.items.first }}{{ t.api_pause }}{{ t.status }}', { caller, ...allowed }),
    ).toBe('PAUSED');
    expect(await system.print('{{ spool.history.items.size }}{{ spool.items.first.history.size }}', { caller })).toBe(
      '00',
    );
    expect(await system.print('{{ user.spool_history.items.size }}', { caller })).toBe('0');
    expect(
      await system.print("{{ FOR s IN spool.statuses }}{{ s.cnt IF s.status == 'PAUSED' }}{{ END }}", { caller }),
    ).not.toBe('');
  });
  it('does it only where it may', async () => {
    await expect(system.print("{{ spool.add( event = { name = 'T' } ) }}")).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('spool.add writes'),
    });
  });
});
