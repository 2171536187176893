import { addServer, addServerGroup, addServiceEvent } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../testing/shop.ts';
import { as, TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let shop: Shop;
beforeAll(async () => {
  system = await TestSystem.start(1, { SPOOL_WORKERS: '0' });
  shop = await openShop(system);
  for (const name of ['a', 'b', 'c']) {
    const { rows } = await system.call(addServerGroup, { name, transport: 'local' } as never);
    const { group_id: server_gid } = rows[0] as { group_id: number };
    await system.call(addServer, { name: `server-${name}`, transport: 'local', server_gid } as never);
  }
  const event = { name: 'changed', title: 'Changed', kind: 'UserService', settings: { category: '%' } };
  await system.call(addServiceEvent, event as never);
  const queued = `{{ FOR s IN us.items }}{{ s.make_custom_event( name = 'c', transport = 'local', template_id = 't' ) }},{{ END }}`;
  await system.print(queued, { settings: { allow_write: true }, caller: as.user(shop.anna) });
});
afterAll(() => system.stop());

/** What a template of Anna's prints, and how many calls to other services that took. */
async function counted(source: string): Promise<{ text: string; calls: number }> {
  const name = await system.save(source);
  const before = system.calls();
  const { body } = await system.render(name, { caller: as.user(shop.anna) });
  return { text: body, calls: system.calls() - before };
}

/** Anna has three services, all of the same page. */
describe('what is read of one service is read for all', () => {
  it.each([
    ['tasks', '{{ s.spool.size }}{{ s.has_spool_command }}{{ s.cur_event }}', '11C;11C;11C;'],
    ['last events', '{{ s.last_event }}', 'C;C;C;'],
    ['commands of events', "{{ s.commands_by_event('changed').size }}", '1;1;1;'],
    ['parents and children', '{{ s.has_children }}{{ s.parent.name }}{{ s.top_parent.name }}', '0;1;0PackagePackage;'],
    ['write-offs of trees', '{{ s.wd_total_composite }}', '93;50;0;'],
    ['offers', '{{ s.service.price_list_check_allow_to_order }}', '1;1;0;'],
    ['the kind of billing', '{{ s.billing }}', 'Simpler;Simpler;Simpler;'],
  ])('%s', async (_what, body, text) => {
    const loop = (window: string) => `{{ FOR s IN us.limit(${window}).items }}${body};{{ END }}`;
    const all = await counted(loop('3'));
    expect(all.text).toBe(text);
    // One without relatives has nothing to be read: the one that needs most says how much they all may.
    const alone = [await counted(loop('1, 0')), await counted(loop('1, 1')), await counted(loop('1, 2'))];
    expect(all.calls).toBe(Math.max(...alone.map(({ calls }) => calls)));
  });
});

describe('what is read of one group or task is read for all', () => {
  it.each([
    ['servers', 'sg.filter( name = [{list}] ).items', '{{ one.get_servers.first.name }}'],
    ['attempts', 'spool.limit({limit}).items', '{{ one.history.size }}'],
  ])('%s', async (_what, query, body) => {
    const loop = (list: string, limit: number) =>
      `{{ FOR one IN ${query.replace('{list}', list).replace('{limit}', String(limit))} }}${body};{{ END }}`;
    const one = await counted(loop("'a'", 1));
    const all = await counted(loop("'a', 'b', 'c'", 3));
    expect(all.text.split(';')).toHaveLength(4);
    expect(all.calls).toBe(one.calls);
  });
});
