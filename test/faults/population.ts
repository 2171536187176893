import { KnownUser } from './acknowledged.ts';
import type { PersistentSender } from './persistent-sender.ts';

/** What partners earn of the payments of those whom they brought, percent. */
export const PARTNER_PERCENT = 20;
/** Every third user has a partner, every fifth a credit. */
const PARTNER_EACH = 3;
const CREDIT_EACH = 5;
const CREDIT = 50;

/** Users to work on; the first of them is the partner of some others. */
export async function createPopulation(admin: PersistentSender, count: number): Promise<KnownUser[]> {
  const settings = { partner: { income_percent: PARTNER_PERCENT } };
  const first = new KnownUser(await addUser(admin, 0, { settings }), null);
  const more = Array.from({ length: count - 1 }, async (_, offset) => {
    const index = offset + 1;
    const partnerId = index % PARTNER_EACH === 0 ? first.id : null;
    const credit = index % CREDIT_EACH === 0 ? { credit: CREDIT } : {};
    const partner = partnerId === null ? {} : { partner_id: partnerId };
    return new KnownUser(await addUser(admin, index, { ...credit, ...partner }), partnerId);
  });
  return [first, ...(await Promise.all(more))];
}

async function addUser(admin: PersistentSender, index: number, more: object): Promise<number> {
  const body = { login: `load.user.${index}`, password: 'password-of-load', ...more };
  const [row] = await admin.rows({ method: 'PUT', path: '/v1/admin/user', body, key: `user-${index}` });
  return Number(row?.user_id);
}
