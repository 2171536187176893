import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crowd } from '../testing/crowd.ts';
import { as, TestSystem } from '../testing/test-system.ts';

const USERS = 10_000;
/** The administrator is a user too. */
const PAYING = USERS - 1;

let system: TestSystem;
beforeAll(async () => {
  system = await TestSystem.start();
  await crowd(system, PAYING);
}, 120_000);
afterAll(() => system.stop());

const settings = { allow_public: true };

/** What a public template prints, and how many calls to other services that took. */
async function counted(source: string): Promise<{ text: string; calls: number }> {
  const name = await system.save(source, settings);
  const before = system.calls();
  const { body } = await system.render(name, { caller: as.nobody() });
  return { text: body, calls: system.calls() - before };
}

/** For each number of users: how many calls. */
async function callsOf(source: (limit: number) => string, ...limits: number[]): Promise<number[]> {
  const calls: number[] = [];
  for (const limit of limits) calls.push((await counted(source(limit))).calls);
  return calls;
}

describe(`a loop over ${USERS} users`, () => {
  it('prints the last payment of each with a constant number of calls per page', async () => {
    const { text, calls } = await counted('{{ FOR u IN user.items }}{{ u.user_id }}={{ u.pays.last.money }};{{ END }}');
    const users = text.split(';').filter((part) => part !== '');
    expect(users).toHaveLength(USERS);
    expect(users[0]).toBe('1=');
    expect(users.slice(1).every((part, index) => part.endsWith(`=${(index + 2) % 100}.5`))).toBe(true);
    expect(calls).toBeLessThanOrEqual(1 + 2 * Math.ceil(USERS / 250));
  }, 60_000);

  it('prints only columns with the one call of the list', async () => {
    const { text, calls } = await counted('{{ FOR u IN user.items }}{{ u.login }},{{ u.balance }};{{ END }}');
    expect(text.split(';')).toHaveLength(USERS + 1);
    expect(calls).toBe(1);
  }, 60_000);

  it('counts and takes the first without reading all', async () => {
    const { text, calls } = await counted('{{ all = user.items }}{{ all.size }},{{ all.first.login }}');
    expect(text).toBe(`${USERS},admin`);
    expect(calls).toBe(1);
  });
});

describe(`a list of ${USERS} users`, () => {
  it.each([
    ["user.items.sort_by_key('user_id' = 'desc').first.login", `crowd${USERS}`],
    ["user.items.nsort('user_id').last.login", `crowd${USERS}`],
    ["user.items.sort('login').1.login", 'crowd10'],
    ['user.items.last.login', `crowd${USERS}`],
    ['user.items.1.login', 'crowd2'],
    ['user.items.first(2).size', '2'],
    ['user.items.reverse.0.login', `crowd${USERS}`],
    ["l = user.items; l.push('x'); l.size; l.last", `${USERS + 1}x`],
    ['l = user.items; l.shift.login; n = 0; FOR u IN l; n = n + 1; END; n; l.size', `admin${PAYING}${PAYING}`],
    ['l = user.items; r = l.reverse; j = toJson(l); fromJson(j).size; l.pluck("login").1', `${USERS}crowd2`],
    ['FOR u IN user.items; loop.size; "/"; loop.max; LAST; END', `${USERS}/${PAYING}`],
  ])(
    '%s',
    async (source, expected) => {
      const { text, calls } = await counted(`{{ ${source} }}`);
      expect(text).toBe(expected);
      expect(calls).toBe(1);
    },
    60_000,
  );
});

describe('what is read of one member of a page is read for all', () => {
  const page = (body: string) => (limit: number) => `{{ FOR u IN user.limit(${limit}).items }}${body};{{ END }}`;

  it.each([
    ['payments', '{{ u.pays.last.money }}'],
    ['the forecast', '{{ u.pays.forecast.total }}'],
    ['payments and forecast together', '{{ u.pays.last.date }}{{ u.pays.forecast( days = 5 ).total }}'],
    ['all payments', '{{ FOR p IN u.pays.items }}{{ p.money }}{{ END }}'],
    ['filtered and ordered payments', "{{ u.pays.filter( money = gt(5) ).rsort('money').items.first.money }}"],
    ['services', '{{ FOR s IN u.us.items }}{{ s.name }}{{ s.status }}{{ s.withdraw.total }}{{ END }}'],
    ['counts of services', '{{ u.has_services }}{{ u.active_count }}{{ u.us.has_services_block }}'],
    ['e-mail addresses', '{{ u.email }}'],
    ['partners', '{{ u.partner.login }}'],
    ['partners of payers', '{{ FOR p IN u.pays.items }}{{ p.user.partner.login }}{{ END }}'],
    ['referrals', '{{ u.referrals_count }}{{ u.referrals.size }}'],
    ['whether they paid', '{{ u.has_payments }}'],
    ['whether they were charged', '{{ u.has_withdraws }}'],
    ['bonuses', '{{ u.bonus.items.size }}'],
    ['stored records', "{{ u.storage.read('name', 'n') }}{{ u.storage.load('n') }}"],
    ['lists of stored records', '{{ u.storage.items.size }}'],
    ['profiles', '{{ u.profile.data.email }}'],
    ['sums of payments', '{{ u.pays.sum.money }}{{ u.pays.count.rows_count }}'],
    ['lists of payments', "{{ u.pays.list_for_api('limit', 3).money }}{{ ref(u.pays.list).size }}"],
    ['lists of write-offs', '{{ u.wd.list_for_api.size }}{{ u.wd.sum.total }}'],
    ['lists of services', '{{ FOR s IN ref(u.services.list_for_api) }}{{ s.name }}{{ END }}'],
    ['tasks of users', '{{ u.spool.items.size }}{{ FOR t IN u.spool.items }}{{ t.history.size }}{{ END }}'],
    ['promo codes', '{{ u.promo.items.size }}'],
    ['the percent of partners', '{{ u.income_percent }}'],
    ['chats', '{{ u.telegram.chat_id }}{{ u.telegram.login }}'],
    ['write-offs', '{{ u.wd.items.size }}'],
  ])('%s', async (_what, body) => {
    const [few, many] = await callsOf(page(body), 5, 100);
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(8);
  });
});

describe('users who are looked up by id while their list is walked', () => {
  const body = 'u.login == one.login; u.pays.last.money; u.pays.forecast.total; u.services.items.size; ";"';
  const asked = (find: string) => (limit: number) =>
    `{{ FOR one IN user.limit(${limit}).items; u = ${find}; ${body}; END }}`;

  it.each([['user.id(one.user_id)'], ['user(one.id)'], ['user.switch(one.id)']])('%s', async (find) => {
    const [few, many] = await callsOf(asked(find), 5, 100);
    expect(many).toBe(few);
    expect((await counted(asked(find)(3))).text).toBe('100;12.50;13.50;');
  });

  it('are more than one page', async () => {
    const source = '{{ FOR one IN user.items; u = user.id(one.user_id); u.pays.last.money; ";"; END }}';
    const { text, calls } = await counted(source);
    expect(text.split(';')).toHaveLength(USERS + 1);
    expect(calls).toBeLessThanOrEqual(1 + 2 * Math.ceil(USERS / 250));
  }, 60_000);

  it('are read again after a write', async () => {
    const walked =
      "FOR one IN user.filter( user_id = [2, 3] ).items; CALL one.set( phone = '1' ); user.id(one.id).phone; END";
    const name = await system.save(`{{ ${walked} }}`, { allow_write: true });
    expect((await system.render(name)).body).toBe('11');
  });
});

describe('the budget', () => {
  it('of calls to other services ends a render that asks one by one', async () => {
    const source = '{{ FOR n IN [2..1500] }}{{ user.id(n).pays.last.money }}{{ END }}';
    await expect(counted(source)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('busCalls (at most 1000)'),
    });
  }, 60_000);
});
