import {
  addPromos,
  changePromo,
  changePromoByPath,
  closeAccount,
  deletePromo,
  deletePromoByPath,
  eraseAccount,
  listOwnPromos,
  listPromos,
  type OwnPromoRow,
  openAccount,
  type PromoRow,
  readPromos,
  releasePromo,
  usePromo,
} from '@countinghouse/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type BillingOfTest, faultOf, startBilling, userCaller } from '../billing-of-test.ts';
import { promoSweeper } from './promo-sweeper.ts';
import { PromoUses } from './promo-uses.ts';
import { Promos } from './promos.ts';

let billing: BillingOfTest;
/** Who uses codes: 1 has made them. */
const USERS = [1, 7, 8, 9, ...Array.from({ length: 50 }, (_, index) => 200 + index)];
beforeAll(async () => {
  billing = await startBilling();
  await Promise.all(USERS.map((user_id) => billing.call(openAccount, { user_id })));
});
afterAll(() => billing.stop());

async function make(settings: object = {}, more: object = {}): Promise<string[]> {
  const args = { template_id: 'gift', settings: settings as never, ...more };
  return (await billing.call(addPromos, args)).rows as string[];
}

async function one(settings: object = {}, more: object = {}): Promise<string> {
  return (await make(settings, more))[0] as string;
}

function use(code: string, userId: number, key = `${code}:${userId}:${Math.random()}`) {
  return billing.call(usePromo, { code, user_id: userId, use_key: key });
}

async function rowsOf(id: string): Promise<PromoRow[]> {
  return (await billing.call(listPromos, { id, sort_direction: 'asc' })).rows as PromoRow[];
}

async function codeRow(id: string): Promise<PromoRow | undefined> {
  return (await billing.call(readPromos, { codes: [id] })).rows[0];
}

describe('making codes (domain.md 2.13)', () => {
  test('makes as many as asked for, of that length and prefix, in upper case', async () => {
    const codes = await make({ count: 3, length: 6, prefix: 'may-' });
    expect(codes).toHaveLength(3);
    for (const code of codes) expect(code).toMatch(/^may-[A-Z0-9]{6}$/);
    expect(new Set(codes).size).toBe(3);
    expect(await codeRow(codes[0] as string)).toMatchObject({
      template_id: 'gift',
      user_id: 1,
      used: null,
      used_by: null,
      expire: null,
      settings: { quantity: 1, reusable: 0, status: 1 },
    });
  });

  test('one code of ten characters unless told otherwise', async () => {
    const codes = await make();
    expect(codes).toEqual([expect.stringMatching(/^[A-Z0-9]{10}$/)]);
  });

  test('a reusable code is one, whatever count says, and may be chosen', async () => {
    expect(await make({ reusable: 1, count: 5, quantity: 7 }, { code: 'SPRING' })).toEqual(['SPRING']);
    expect((await codeRow('SPRING'))?.settings).toEqual({ reusable: 1, quantity: 7, status: 1 });
    expect(await faultOf(make({ reusable: 1 }, { code: 'SPRING' }))).toBe('409 promo code `SPRING` exists already');
  });

  test('keeps what templates read of the settings', async () => {
    const code = await one({ amount: 50, public: { title: 'Fifty' }, length: 4 });
    const settings = { amount: 50, public: { title: 'Fifty' }, quantity: 1, reusable: 0, status: 1 };
    expect((await codeRow(code))?.settings).toEqual(settings);
  });

  test('the same key makes the same codes', async () => {
    const args = { template_id: 'gift', settings: { count: 30 } };
    const [first, second] = await Promise.all([1, 2].map(() => billing.call(addPromos, args, { key: 'batch' })));
    expect(second?.rows).toEqual(first?.rows);
    expect(new Set(first?.rows).size).toBe(30);
  });

  test('refuses what it cannot make', async () => {
    expect(await faultOf(billing.call(addPromos, {} as never))).toBe('400 Field required: template_id');
    expect(await faultOf(make({ count: 0 }))).toMatch(
      /^400 Invalid value of settings.count: expected an integer from 1/,
    );
    expect(await faultOf(make({ reusable: 'often' }))).toMatch(/^400 Invalid value of settings.reusable/);
    expect(await faultOf(make({ count: 2 }, { code: 'TWICE' }))).toMatch(/^400 Invalid value of code/);
    expect(await faultOf(make({}, { code: 'A/B' }))).toMatch(/^400 Invalid value of code/);
    expect(await faultOf(make({}, { user_id: 99_999 }))).toBe('404 User not found');
  });

  test('says so when a prefix has no free codes left', async () => {
    for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789') await make({}, { code: `full-${letter}` });
    expect(await faultOf(make({ prefix: 'full-', length: 1, count: 1 }))).toMatch(/^409 Nearly all codes/);
  });
});

describe('using a code once', () => {
  test('marks it with the user and the moment', async () => {
    const code = await one();
    const { rows } = await use(code, 7);
    expect(rows[0]).toMatchObject({ id: code, template_id: 'gift', used_by: 7, used: expect.any(String) });
    expect(await faultOf(use(code, 8))).toBe(`400 promo code \`${code}\` has already been used`);
    expect(await faultOf(use(code, 7))).toBe(`400 promo code \`${code}\` has already been used`);
  });

  test('the creator may use his own', async () => {
    expect((await use(await one(), 1)).rows[0]?.used_by).toBe(1);
  });

  test('the same key uses it once and answers again', async () => {
    const code = await one();
    const [first, second] = [await use(code, 7, 'k'), await use(code, 7, 'k')];
    expect(first.hit).toBeUndefined();
    expect(second).toEqual({ ...first, hit: true });
  });

  test('of 50 users at once one gets it', async () => {
    const code = await one();
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => use(code, 200 + index)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is refused in this order: not found, inactive, expired, used', async () => {
    expect(await faultOf(use('NOWHERE', 7))).toBe('400 promo code `NOWHERE` not found');
    const off = await one({ status: 0 }, { expire: '2001-01-01 00:00:00' });
    expect(await faultOf(use(off, 7))).toBe(`400 promo code \`${off}\` is inactive`);
    const old = await one({ reusable: 1, quantity: 0 }, { expire: '2001-01-01 00:00:00' });
    expect(await faultOf(use(old, 7))).toBe(`400 promo code \`${old}\` has expired`);
    const empty = await one({ reusable: 1, quantity: 0 });
    expect(await faultOf(use(empty, 1))).toBe(`400 promo code \`${empty}\` has no remaining uses`);
  });

  test('a dry run says what would happen and uses nothing', async () => {
    const code = await one();
    const dry = () => billing.call(usePromo, { code, user_id: 7, use_key: 'dry', dry_run: true });
    expect((await dry()).rows[0]).toMatchObject({ id: code, used: null });
    await use(code, 8);
    expect(await faultOf(dry())).toBe(`400 promo code \`${code}\` has already been used`);
  });

  test('a use that is given back can be taken again', async () => {
    const code = await one();
    await use(code, 7, 'first');
    expect((await billing.call(releasePromo, { code, user_id: 7, use_key: 'other' })).rows).toEqual([]);
    await billing.call(releasePromo, { code, user_id: 7, use_key: 'first' });
    expect((await use(code, 8)).rows[0]?.used_by).toBe(8);
  });
});

describe('using a reusable code', () => {
  test('each user once, the creator never, until none is left', async () => {
    const code = await one({ reusable: 1, quantity: 2 });
    expect(await faultOf(use(code, 1))).toBe(`400 promo code \`${code}\` has already been used`);
    await use(code, 7);
    expect(await faultOf(use(code, 7))).toBe(`400 promo code \`${code}\` has already been used`);
    await use(code, 8);
    expect(await faultOf(use(code, 9))).toBe(`400 promo code \`${code}\` has no remaining uses`);
    const [made, ...uses] = await rowsOf(code);
    expect(made).toMatchObject({ user_id: 1, used: null, settings: { quantity: 0 } });
    expect(uses.map((row) => [row.user_id, row.used_by])).toEqual([
      [7, 7],
      [8, 8],
    ]);
  });

  test('of 30 users at once ten get the ten uses, each one', async () => {
    const code = await one({ reusable: 1, quantity: 10 });
    const users = Array.from({ length: 30 }, (_, index) => 200 + index);
    const results = await Promise.allSettled([...users, ...users].map((user) => use(code, user)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const [made, ...uses] = await rowsOf(code);
    expect(made?.settings).toMatchObject({ quantity: 0 });
    expect(new Set(uses.map((row) => row.user_id)).size).toBe(10);
  });

  test('the same key takes one use, also at the same time', async () => {
    const code = await one({ reusable: 1, quantity: 5 });
    await Promise.all(Array.from({ length: 10 }, () => use(code, 7, 'same')));
    const rows = await rowsOf(code);
    expect(rows).toHaveLength(2);
    expect(rows[0]?.settings).toMatchObject({ quantity: 4 });
  });

  test('a use that is given back is there again', async () => {
    const code = await one({ reusable: 1, quantity: 1 });
    await use(code, 7, 'k');
    const back = { code, user_id: 7, use_key: 'k' };
    await Promise.all([1, 2, 3].map(() => billing.call(releasePromo, back)));
    expect(await rowsOf(code)).toMatchObject([{ settings: { quantity: 1 } }]);
    await use(code, 8);
  });

  test('what a crash left underway is finished by whoever comes, and by the sweeper', async () => {
    const { collection } = new Promos(billing.service.store);
    const underway = [{ user_id: 7, use_key: 'lost', at: new Date(), is_return: false }];
    const [helped, swept] = [await one({ reusable: 1, quantity: 5 }), await one({ reusable: 1, quantity: 5 })];
    for (const id of [helped, swept]) await collection.updateOne({ ref: `code:${id}` }, { $set: { underway } });
    expect(await faultOf(use(helped, 7))).toBe(`400 promo code \`${helped}\` has already been used`);
    const promos = new Promos(billing.service.store);
    expect(await promoSweeper({ promos, promoUses: new PromoUses(promos) }).sweep()).toBe(1);
    expect(await rowsOf(swept)).toHaveLength(2);
    expect(await collection.countDocuments({ 'underway.use_key': { $exists: true } })).toBe(0);
  });
});

describe('managing codes', () => {
  test('a change replaces settings, template and end; whether it was used stays', async () => {
    const code = await one({ amount: 5 });
    await use(code, 7);
    const change = { template_id: 'other', settings: { amount: 6 }, expire: '2030-01-01 00:00:00' };
    const { rows } = await billing.call(changePromo, { id: code, ...change });
    expect(rows[0]).toMatchObject({ ...change, settings: { amount: 6, status: 1 }, used_by: 7 });
    await billing.call(changePromoByPath, { id: code, ...({ used: null, used_by: null } as object), expire: null });
    expect(await codeRow(code)).toMatchObject({ template_id: 'other', expire: null, used_by: 7 });
    expect(await faultOf(billing.call(changePromo, { id: 'NOWHERE' }))).toMatch(/^404 /);
  });

  test('deletion takes the uses along', async () => {
    const code = await one({ reusable: 1, quantity: 5 }, { code: 'GONE' });
    await use(code, 7);
    expect((await billing.call(deletePromo, { id: code })).rows).toEqual(['1']);
    expect(await rowsOf(code)).toEqual([]);
    expect(await faultOf(billing.call(deletePromoByPath, { id: code }))).toMatch(/^404 /);
    expect(await one({}, { code: 'GONE' })).toBe('GONE');
  });

  test('the codes of an erased user go with him', async () => {
    const user = await billing.open();
    const code = await one({}, { user_id: user });
    await billing.call(closeAccount, { user_id: user, force: 1 });
    await billing.call(eraseAccount, { user_id: user });
    expect(await codeRow(code)).toBeUndefined();
  });
});

describe("a user's own codes", () => {
  const own = async (userId: number, args: object = {}) =>
    (await billing.call(listOwnPromos, args, { caller: userCaller(userId) })).rows as OwnPromoRow[];

  test('are shown oldest first, only the public part of their settings', async () => {
    const user = await billing.open();
    const settings = { reusable: 1, quantity: 3, secret: 'x', public: { title: 'T' } };
    const reusable = await one(settings, { user_id: user });
    const used = await one({}, { user_id: user, expire: '2030-01-01 00:00:00' });
    await use(used, 7);
    const other = await billing.open();
    await use(reusable, other);
    expect(await own(user)).toEqual([
      {
        promo_code: reusable,
        created: expect.any(String),
        expire: null,
        reusable: 1,
        status: 1,
        used: 0,
        used_date: null,
        used_by: null,
        settings: { public: { title: 'T' } },
      },
      {
        promo_code: used,
        created: expect.any(String),
        expire: '2030-01-01 00:00:00',
        reusable: 0,
        status: 1,
        used: 1,
        used_date: expect.any(String),
        used_by: 7,
        settings: { public: {} },
      },
    ]);
    expect(await own(other)).toEqual([]);
  });

  test('can be searched, sorted and cut to fields by the names that are shown', async () => {
    const user = await billing.open();
    const codes = await make({ count: 3 }, { user_id: user });
    const sorted = await own(user, { sort_field: 'promo_code', sort_direction: 'asc', fields: 'promo_code' });
    expect(sorted).toEqual([...codes].sort().map((promo_code) => ({ promo_code })));
    expect(await own(user, { filter: { '-or': [{ promo_code: codes[1] }] } })).toMatchObject([
      { promo_code: codes[1] },
    ]);
    expect(await own(user, { promo_code: codes[2] })).toHaveLength(1);
    expect(await faultOf(own(user, { filter: { secret: 1 } }))).toMatch(/^400 Invalid value of filter/);
    expect(await faultOf(own(user, { filter: { used: 1 } }))).toMatch(/^400 Invalid value of filter/);
  });

  test('administrators see every code', async () => {
    const user = await billing.open();
    const code = await one({}, { user_id: user });
    const reply = await billing.call(listPromos, { user_id: user }, { caller: ADMIN });
    expect(reply.rows).toMatchObject([{ id: code }]);
    expect(reply.total).toBe(1);
  });
});
