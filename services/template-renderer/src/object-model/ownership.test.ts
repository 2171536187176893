import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../testing/shop.ts';
import { as, type PrintOptions, TestSystem } from '../testing/test-system.ts';

let system: TestSystem;
let shop: Shop;
beforeAll(async () => {
  system = await TestSystem.start();
  shop = await openShop(system);
});
afterAll(() => system.stop());

/** What a template shows of the service that `usi` of the call names. */
const named = (options: PrintOptions) =>
  system.print('<{{ us.id }}{{ us.name }}>', { params: { usi: String(shop.annasWeb) }, ...options });

/** decisions.md 8: whatever ids a caller sends, he reaches his own objects only. */
describe('usi of a call', () => {
  it('reaches the caller’s own service', async () => {
    expect(await named({ caller: as.user(shop.anna) })).toBe(`<${shop.annasWeb}Web anna.example>`);
  });
  it('of somebody else is empty', async () => {
    expect(await named({ caller: as.user(shop.boris) })).toBe('<>');
  });
  it('is empty in public calls', async () => {
    expect(await named({ caller: as.nobody(), settings: { allow_public: true } })).toBe('<>');
  });
  it('reaches anybody’s for administrators', async () => {
    expect(await named({})).toBe(`<${shop.annasWeb}Web anna.example>`);
  });
  it('that is no id is empty', async () => {
    expect(await named({ params: { usi: "1' OR 1" }, caller: as.user(shop.anna) })).toBe('<>');
  });
});

describe('user_id of a call', () => {
  const print = (caller: ReturnType<typeof as.user>) =>
    system.print('{{ user.login }}', { caller, params: { user_id: String(shop.anna) } });
  it('is an ordinary argument for those who are no administrators', async () => {
    expect(await print(as.user(shop.boris))).toBe('boris');
    expect(
      await system.print('<{{ user.login }}{{ request.params.user_id }}>', {
        caller: as.nobody(),
        params: { user_id: '2' },
        settings: { allow_public: true },
      }),
    ).toBe('<2>');
  });
});

describe('lists', () => {
  it.each(['pay', 'bonus', 'wd', 'us', 'storage', 'spool', 'promo', 'profile'])(
    '%s hold the caller’s own rows',
    async (name) => {
      expect(await system.print(`{{ ${name}.items.size }}`, { caller: as.user(shop.boris) })).toBe('0');
    },
  );
  it.each(['pay', 'bonus', 'wd', 'us', 'storage', 'spool', 'promo'])(
    '%s are empty where nobody is logged in',
    async (name) => {
      const options = { caller: as.nobody(), settings: { allow_public: true } };
      expect(await system.print(`{{ ${name}.items.size }}`, options)).toBe('0');
    },
  );
  it('of others are reached by the template’s own text, which administrators write', async () => {
    expect(await system.print(`{{ user(${shop.anna}).pays.items.size }}`, { caller: as.user(shop.boris) })).toBe('2');
    expect(await system.print('{{ pay.items( admin = 1 ).size }}', { caller: as.user(shop.boris) })).toBe('2');
  });
  it('cannot be widened by a filter that names somebody else', async () => {
    const source = '{{ pay.filter( user_id = request.params.id ).items.size }}';
    expect(await system.print(source, { caller: as.user(shop.boris), params: { id: shop.anna } })).toBe('0');
  });
});

describe('user.us(id)', () => {
  it('knows the user’s own services only', async () => {
    expect(await system.print(`<{{ user.us(${shop.annasWeb}).name }}>`, { caller: as.user(shop.boris) })).toBe('<>');
  });
});
