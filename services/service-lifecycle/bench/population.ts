import type { Store } from '@countinghouse/store';
import { instantOf } from '@countinghouse/store';

/** What the bench renews: services bought for a month that end in the same minute, each of a user of its own. */
export interface Population {
  readonly size: number;
  readonly firstId: number;
  readonly bought: string;
  readonly expire: string;
}

const SERVICE_ID = 1;
const PRICE_CENTS = 10_000;
const MONTH_UNITS = 10_000;
const ROWS_PER_INSERT = 5_000;
/** Beyond the ids that the counter gives to new rows. */
const WITHDRAW_ID_OFFSET = 100_000_000;

/** The one tariff that everybody has. */
export async function insertTariff(lifecycle: Store): Promise<void> {
  const terms = { cost: PRICE_CENTS, period: MONTH_UNITS, category: 'web', is_composite: 0, deleted: 0 };
  await lifecycle.insert('services', { _id: SERVICE_ID, name: 'tariff', next: 0, ...terms });
}

/** Inserts users' accounts, paid write-offs and ACTIVE services directly: a hundred thousand orders would take minutes. */
export async function insertPopulation(lifecycle: Store, billing: Store, population: Population): Promise<void> {
  const { firstId, size } = population;
  for (let first = firstId; first < firstId + size; first += ROWS_PER_INSERT) {
    const count = Math.min(ROWS_PER_INSERT, firstId + size - first);
    const ids = Array.from({ length: count }, (_, index) => first + index);
    await Promise.all([
      billing.collection<{ _id: number }>('accounts').insertMany(ids.map(account)),
      billing.collection<{ _id: number }>('withdraws').insertMany(ids.map((id) => withdraw(id, population))),
      lifecycle.collection<{ _id: number }>('user_services').insertMany(ids.map((id) => userService(id, population))),
    ]);
  }
}

function account(id: number) {
  const terms = { credit: 0, discount: 0, can_overdraft: 1, partner_id: null, income_percent: null };
  const state = { closed: false, seq: 0, last_hash: '', pending: [], outbox: [] };
  return { _id: id, balance: 0, bonus: 0, ...terms, ...state };
}

function withdraw(id: number, { bought, expire }: Population) {
  const price = { cost: PRICE_CENTS, discount: 0, bonus: 0, months: MONTH_UNITS, total: PRICE_CENTS, qnt: 1 };
  const dates = { create_date: instantOf(bought), withdraw_date: instantOf(bought), end_date: instantOf(expire) };
  const ids = { _id: WITHDRAW_ID_OFFSET + id, user_id: id, user_service_id: id, service_id: SERVICE_ID };
  return { ...ids, seq: 0, ...price, ...dates };
}

/** Ends within the minute before `expire`. */
function userService(id: number, { bought, expire }: Population) {
  const end = new Date(instantOf(expire).getTime() - (id % 60) * 1000);
  const status = { status: 'ACTIVE', status_before: 'INIT', auto_bill: 1, withdraw_id: WITHDRAW_ID_OFFSET + id };
  const tree = { parent: null, root: id, version: 2, next: 0 };
  const settings = { settings: null, settings_text: null };
  return {
    ...{ _id: id, user_id: id, service_id: SERVICE_ID, created: instantOf(bought), expire: end },
    ...{ ...status, ...tree, ...settings },
  };
}
