import { changeConfig, type JsonObject, listTasks, type SpoolTaskRow } from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customer } from '../testing/shop.ts';
import { as, TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let anna: number;
let boris: number;
beforeAll(async () => {
  system = await TestSystem.start(1, { SPOOL_WORKERS: '0' });
  const pay_systems = { card: { name: 'Visa 1111' }, wallet: { name: 'Wallet' } };
  anna = await customer(system, { login: 'anna', settings: { pay_systems } });
  boris = await customer(system, { login: 'boris' });
  await configure('api', { url: 'https://api.example' });
  await configure('billing', { auto_payments: { enabled: 1, withdraw: { max_amount: 500, period: '1d' } } });
  await configure('pay_systems', {
    card: { name: 'Card', show_for_client: 1, allow_recurring: 1, secret: 'S3CRET' },
    cash: { name: 'Cash', show_for_client: 1, weight: 1 },
  });
});
afterAll(() => system.stop());

async function configure(key: string, value: JsonObject): Promise<void> {
  await system.call(changeConfig, { key, value });
}

const forAnna = (source: string) => system.print(source, { caller: as.user(anna), settings: { allow_write: true } });

async function tasks(): Promise<SpoolTaskRow[]> {
  const { rows } = await system.call(listTasks, { user_id: anna });
  const all: SpoolTaskRow[] = [];
  if (Symbol.asyncIterator in rows) for await (const batch of rows) all.push(...batch);
  else all.push(...rows);
  return all;
}

/** domain.md 2.12 as templates see it (templates.md 2.3, rows "pay" and "user"). */
describe('pay.paysystems', () => {
  it.each([
    ['{{ FOR p IN pay.paysystems }}{{ p.name }}:{{ p.weight }};{{ END }}', 'Visa 1111:100;Wallet:100;Cash:1;Card:0;'],
    ['{{ user.pays.paysystems.first.allow_deletion }}', '1'],
    ['{{ pay.paysystems( amount = 70 ).last.amount }}', '70'],
    ["{{ pay.paysystems( 'paysystem', 'cash' ).shm_url }}", /^https:\/\/api\.example\/shm\/pay_systems\/cash\.cgi\?/],
    ["{{ ref(pay.paysystems( paysystem = 'card', pp = 1 )).size }}", '2'],
  ])('%s', async (source, expected) => {
    const printed = await forAnna(source);
    if (typeof expected === 'string') expect(printed).toBe(expected);
    else expect(printed).toMatch(expected);
  });

  it('is that of another user by his id, and empty for nobody', async () => {
    expect(
      await forAnna(`{{ FOR p IN pay.paysystems( user_id = ${boris} ) }}{{ p.name }},{{ p.user_id }};{{ END }}`),
    ).toBe(`Cash,${boris};Card,${boris};`);
    const publicly = { caller: as.nobody(), settings: { allow_public: true } };
    expect(await system.print('<{{ pay.paysystems.size }}>', publicly)).toBe('<0>');
    await expect(forAnna("{{ pay.paysystems( amount = 'much' ) }}")).rejects.toMatchObject({ status: 400 });
  });

  it('has no secrets', async () => {
    expect(await forAnna('{{ toJson(pay.paysystems) }}')).not.toContain('S3CRET');
  });
});

describe('automatic payments of a user', () => {
  it('are made by one who may, once in a period, and become a task', async () => {
    const make = '{{ user.make_autopayment(';
    expect(await forAnna(`${make}501) }}${make}0) }}${make}'12.50') }}${make}10) }}`)).toBe('0010');
    expect(await forAnna('{{ user.settings.auto_payments.last_payment.length }}')).toBe('19');
    await expect.poll(tasks).toMatchObject([{ settings: { ps: 'card', amount: 12.5 } }]);
    expect(await forAnna(`{{ u = user(${boris}) }}{{ u.make_autopayment(10) }}`)).toBe('0');
    await expect(forAnna('{{ user.make_autopayment }}')).rejects.toMatchObject({
      message: expect.stringContaining('Field required: amount'),
    });
  });

  it('are listed and forgotten', async () => {
    const state = "{{ user.has_autopayment }},{{ user.list_autopayments.keys.sort.join('+') }}";
    expect(await forAnna(state)).toBe('1,card+wallet');
    expect(await forAnna(`{{ CALL user.delete_autopayment('wallet') }}${state}`)).toBe('1,card');
    expect(await forAnna(`{{ CALL user.delete_autopayment }}${state}`)).toBe('0,');
  });

  it.each(['make_autopayment(1)', 'delete_autopayment'])('are not written without allow_write: %s', async (call) => {
    const refused = system.print(`{{ user.${call} }}`, { caller: as.user(anna) });
    const [member = ''] = call.split('(');
    await expect(refused).rejects.toMatchObject({ status: 400, message: expect.stringContaining(`${member} writes`) });
  });
});
