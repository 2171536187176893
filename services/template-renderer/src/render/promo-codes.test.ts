import { addPromos, addTemplate, applyPromo, listPromos, type PromoRow, readUsers } from '@countinghouse/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { customer } from '../testing/shop.ts';
import { as, TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let userId: number;
let count = 0;
beforeAll(async () => {
  system = await TestSystem.start();
  const write = { allow_write: true };
  const bonus = "{{ user.add_bonus(promo.settings.bonus, 'promo') }}{{ promo.id }}:{{ event_name }}:{{ user.login }}";
  await system.call(addTemplate, { id: 'bonus', data: bonus, settings: write });
  await system.call(addTemplate, { id: 'quiet', data: ' ' });
  await system.call(addTemplate, { id: 'failing', data: '{{ THROW oh "no" }}' });
  await system.call(addTemplate, { id: 'refusing', data: "{{ report.add_error('not for you') }}" });
});
afterAll(() => system.stop());
beforeEach(async () => {
  count += 1;
  userId = await customer(system, { login: `consumer${count}` });
});

async function codeOf(template_id: string, settings = {}): Promise<string> {
  const { rows } = await system.call(addPromos, { template_id, settings });
  return rows[0] as string;
}

const apply = (code: string, user = userId) => system.call(applyPromo, { code }, as.user(user));
const rowsOf = async (code: string) => (await system.call(listPromos, { id: code })).rows as PromoRow[];
const bonusOf = async (user: number) =>
  (await system.call(readUsers, { user_ids: [user] }, as.system())).rows[0]?.bonus;

describe('applying a promo code', () => {
  it('renders its template with promo, the user and the event PROMO, once', async () => {
    const code = await codeOf('bonus', { bonus: 5 });
    expect(await apply(code)).toEqual({ used: 'true', text: `${code}:PROMO:consumer${count}` });
    expect(await bonusOf(userId)).toBe(5);
    expect(await rowsOf(code)).toMatchObject([{ used_by: userId }]);
    await expect(apply(code)).rejects.toMatchObject({ status: 400 });
    expect(await bonusOf(userId)).toBe(5);
  });

  it('says success where the template prints nothing', async () => {
    expect(await apply(await codeOf('quiet'))).toEqual({ used: 'true', text: 'success' });
  });

  it('is done by one of many who try at once', async () => {
    const code = await codeOf('bonus', { bonus: 1 });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => apply(code)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await bonusOf(userId)).toBe(1);
  });

  it.each([
    ['fails', 'failing', 'oh error - no'],
    ['refuses', 'refusing', 'not for you'],
    ['is missing', 'nosuch', 'does not exist'],
  ])('leaves the code unused where its template %s', async (_how, template, text) => {
    const code = await codeOf(template);
    await expect(apply(code)).rejects.toMatchObject({ status: 400, message: expect.stringContaining(text) });
    expect(await rowsOf(code)).toMatchObject([{ used: null, used_by: null }]);
  });

  it('is refused for unknown codes and from other sites', async () => {
    await expect(apply('NOSUCH')).rejects.toMatchObject({ status: 400, message: 'promo code `NOSUCH` not found' });
    const caller = { ...as.user(userId), crossSiteCookie: true };
    const code = await codeOf('quiet');
    await expect(system.call(applyPromo, { code }, caller)).rejects.toMatchObject({ status: 403 });
  });
});

describe('promo in templates', () => {
  const print = (source: string) => system.print(source, { caller: as.user(userId), settings: { allow_write: true } });
  it('generates, reads, lists, changes, applies and deletes codes', async () => {
    const generate =
      "{{ codes = promo.generate( template_id = 'bonus', settings = { bonus = 2, prefix = 'P-', count = 2 } ) }}";
    const codes = (await print(`${generate}{{ codes.join(',') }}`)).split(',');
    expect(codes).toHaveLength(2);
    expect(codes[0]).toMatch(/^P-[A-Z0-9]{10}$/);
    const [code] = codes;
    expect(await print('{{ promo.items.size }},{{ promo.api_get.size }}')).toBe('2,2');
    expect(await print(`{{ p = promo('${code}') }}{{ p.id }},{{ p.is_used }},{{ p.status }}`)).toBe(`${code},0,1`);
    expect(await print(`{{ p = promo.id('${code}') }}{{ p.set_settings({ status = 0 }) }}{{ p.status }}`)).toBe('0');
    expect(await print(`<{{ promo.apply('${code}') }}>`)).toBe('<>');
    expect(await print(`{{ promo.apply('${codes[1]}') }}`)).toBe(`${codes[1]}:PROMO:consumer${count}`);
    expect(await print(`{{ promo('${code}').delete }}{{ promo.items.size }}`)).toBe('1');
  });
  it('writes only where it may', async () => {
    await expect(system.print("{{ promo.apply('X') }}", { caller: as.user(userId) })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('promo.apply writes'),
    });
  });
});
