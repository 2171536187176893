import {
  addBonus,
  addPayment,
  addService,
  addUser,
  orderForUser,
  setServiceChildren,
  type UserServiceRow,
} from '@countinghouse/contracts';
import type { TestSystem } from './test-system.ts';

/** Filled in from the settings of the service. */
export const WEB_NAME = `Web \${domain}`;

/** Two customers with payments and services, for tests of what templates read. */
export interface Shop {
  /** Paid 455 and 45, got a bonus of 7, ordered `web` and the package: the bonus went into the first. */
  readonly anna: number;
  /** Brought by Anna; has nothing. */
  readonly boris: number;
  readonly web: number;
  readonly pack: number;
  readonly mail: number;
  /** Anna's services. */
  readonly annasWeb: number;
  readonly annasPack: number;
}

export async function openShop(system: TestSystem): Promise<Shop> {
  const anna = await customer(system, {
    login: 'anna@example.org',
    full_name: 'Anna Ant',
    settings: { colour: 'red' },
  });
  const boris = await customer(system, { login: 'boris', partner_id: anna, full_name: 'Boris Bee' });
  const web = await catalogue(system, { name: WEB_NAME, cost: 100, category: 'web_tariff', allow_to_order: 1 });
  const mail = await catalogue(system, { name: 'Mail', cost: 10, category: 'mail' });
  const pack = await catalogue(system, { name: 'Package', cost: 50, category: 'pack', allow_to_order: 1 });
  await system.call(setServiceChildren, { service_id: pack, children: [{ service_id: mail, qnt: 1 }] });
  await pay(system, anna, 455, '2020-01-02 03:04:05');
  await pay(system, anna, 45, '2020-02-03 04:05:06', 'by hand');
  await system.call(addBonus, { user_id: anna, bonus: 7, comment: { msg: 'welcome' } });
  const annasWeb = await order(system, anna, web, { domain: 'anna.example' });
  const annasPack = await order(system, anna, pack, {});
  return { anna, boris, web, mail, pack, annasWeb, annasPack };
}

export async function customer(
  system: TestSystem,
  fields: { login: string } & Record<string, unknown>,
): Promise<number> {
  const { rows } = await system.call(addUser, { password: 'customer-secret', ...fields } as never);
  return (rows[0] as { user_id: number }).user_id;
}

async function catalogue(system: TestSystem, fields: Record<string, unknown>): Promise<number> {
  const { rows } = await system.call(addService, { period: 1, ...fields } as never);
  return (rows[0] as { service_id: number }).service_id;
}

async function pay(
  system: TestSystem,
  userId: number,
  money: number,
  date: string,
  comment: string | object = { note: 'n' },
): Promise<void> {
  await system.call(addPayment, {
    user_id: userId,
    money,
    date,
    pay_system_id: 'test',
    comment,
  } as never);
}

async function order(system: TestSystem, userId: number, serviceId: number, settings: object): Promise<number> {
  const { rows } = await system.call(orderForUser, { user_id: userId, service_id: serviceId, settings } as never);
  return (rows[0] as unknown as UserServiceRow).user_service_id;
}
