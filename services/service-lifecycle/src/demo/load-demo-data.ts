import { addPayment, Fault, prepareWithdraw, type SettleStep, settle } from '@countinghouse/contracts';
import type { Context, Runtime, Sweeper } from '@countinghouse/service';
import { instantOf, type Store } from '@countinghouse/store';
import type { Collection, Document } from 'mongodb';
import { type Catalogue, serviceCodec } from '../catalogue/catalogue.ts';
import { addDemoServers } from '../server/first-servers.ts';
import { Servers } from '../server/servers.ts';
import { eventCodec, nameKey, type ServiceEvents } from '../service-event/service-events.ts';
import { pricedServiceOf } from '../user-service/priced-service.ts';
import { type UserServiceDocument, userServiceCodec, userServicesOf } from '../user-service/user-service-document.ts';
import { DEMO_EVENTS, DEMO_SERVICES } from './demo-services.ts';
import { DEMO_PAYMENTS, DEMO_USER_SERVICES, type DemoUserService } from './demo-user-services.ts';

const RETRY_MS = 500;
const MARK = 'demonstration';

export interface DemoOptions {
  readonly runtime: Pick<Runtime, 'store' | 'systemContext'>;
  readonly catalogue: Catalogue;
  readonly events: ServiceEvents;
}

/**
 * Loads the demonstration once (peer-http-api.md 7), after the accounts of its users are open: until then it tries again.
 * Every step may be repeated. What somebody deletes later stays deleted.
 */
export class Demo {
  readonly #options: DemoOptions;
  readonly #marks: Collection<Document & { readonly _id: string }>;
  #isLoaded = false;

  private constructor(options: DemoOptions) {
    this.#options = options;
    this.#marks = options.runtime.store.collection('seeds');
  }

  static async open(options: DemoOptions): Promise<Demo> {
    const demo = new Demo(options);
    demo.#isLoaded = await demo.#isMarked();
    return demo;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get sweeper(): Sweeper {
    return { name: 'demonstration data', intervalMs: RETRY_MS, sweep: () => this.#load() };
  }

  async #load(): Promise<number> {
    if (this.#isLoaded) return 0;
    this.#isLoaded = await this.#isMarked();
    if (this.#isLoaded || !(await load(this.#options))) return 0;
    await this.#marks.updateOne({ _id: MARK }, { $set: { done: true } }, { upsert: true });
    this.#isLoaded = true;
    return 1;
  }

  async #isMarked(): Promise<boolean> {
    return (await this.#marks.findOne({ _id: MARK })) !== null;
  }
}

/** False where the users' accounts, or billing itself, are not there yet. */
async function load({ runtime, catalogue, events }: DemoOptions): Promise<boolean> {
  const { store } = runtime;
  await insertMissing(
    catalogue.documents,
    DEMO_SERVICES.map((row) => serviceCodec.encodeNew(row as never)),
  );
  const rows = DEMO_EVENTS.map((row) => ({ ...eventCodec.encodeNew(row as never), name_key: nameKey(row.name) }));
  await insertMissing(events.documents, rows);
  await addDemoServers(new Servers(store));
  try {
    await pay(runtime.systemContext(MARK));
    for (const tree of DEMO_USER_SERVICES) await addTree(store, catalogue, tree, runtime.systemContext(MARK));
    return true;
  } catch (error) {
    if (error instanceof Fault && (error.status === 404 || error.status === 503)) return false;
    throw error;
  }
}

async function insertMissing(collection: ReturnType<Store['collection']>, rows: readonly Document[]): Promise<void> {
  const writes = rows.map(({ _id, ...row }) => ({
    updateOne: { filter: { _id }, update: { $setOnInsert: row }, upsert: true },
  }));
  await collection.bulkWrite(writes, { ordered: true });
}

async function pay(context: Context): Promise<void> {
  for (const [index, payment] of DEMO_PAYMENTS.entries()) {
    const uniq_key = `${MARK}-${index + 1}`;
    await context.call(addPayment, { ...payment, pay_system_id: 'manual', uniq_key }, { key: uniq_key });
  }
}

async function addTree(store: Store, catalogue: Catalogue, tree: DemoUserService, context: Context): Promise<void> {
  const withdraw_id = await charge(catalogue, tree, context);
  const { id: root, children = [] } = tree;
  const expire = tree.expire ?? null;
  const top = documentOf(tree, { id: root, service_id: tree.service_id, withdraw_id, expire, parent: null });
  const below = children.map(([id, service_id]) =>
    documentOf(tree, { id, service_id, withdraw_id: null, expire: null, parent: root }),
  );
  const marked = children.length > 0 ? { ...top, has_children: true } : top;
  await insertMissing(userServicesOf(store) as never, [marked, ...below]);
}

/** The id of the paid write-off of a service that has one. */
async function charge(catalogue: Catalogue, tree: DemoUserService, context: Context): Promise<number | null> {
  const service = await catalogue.find(tree.service_id);
  if (!tree.charge || !service) return null;
  const { cost, at } = tree.charge;
  const { user_id, id: user_service_id } = tree;
  const priced = { ...pricedServiceOf(service), no_discount: 1 };
  const key = `${MARK}:${user_service_id}`;
  const prepared = await context.call(
    prepareWithdraw,
    { user_id, user_service_id, service: priced, at, cost },
    { key: `${key}:prepare` },
  );
  const withdraw_id = prepared.rows[0]?.withdraw_id ?? null;
  const terms = { base: null, requires: null, composite: [], partial: false };
  const step: SettleStep = { do: 'pay', user_service_id, withdraw_id, service: priced, ...terms };
  await context.call(settle, { user_id, at, steps: [step] }, { key: `${key}:pay` });
  return withdraw_id;
}

interface Place {
  readonly id: number;
  readonly service_id: number;
  readonly withdraw_id: number | null;
  readonly expire: string | null;
  readonly parent: number | null;
}

function documentOf({ user_id, status, created, next, id: root }: DemoUserService, place: Place): UserServiceDocument {
  const { id, expire, ...rest } = place;
  const settings = place.service_id === 2 || place.service_id === 4 ? { quota: '1000' } : {};
  const row = userServiceCodec.encodeNew({
    ...{ ...rest, user_id, status, status_before: 'INIT', settings },
    ...(next === undefined || place.parent !== null ? {} : { next }),
  });
  const dates = { created: instantOf(created), expire: expire === null ? null : instantOf(expire) };
  return { ...row, ...dates, _id: id, root, version: 1 } as UserServiceDocument;
}
