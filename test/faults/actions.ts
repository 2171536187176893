import type { Answer } from '../acceptance/callers.ts';
import { type Acknowledged, centsOf, type KnownService, type KnownUser } from './acknowledged.ts';
import type { RunCatalogue } from './catalogue.ts';
import type { PersistentRequest, PersistentSender } from './persistent-sender.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface ActionTools {
  readonly admin: PersistentSender;
  readonly catalogue: RunCatalogue;
  readonly known: Acknowledged;
  readonly random: SeededRandom;
}

/** How often each action happens. */
const WEIGHTS = {
  payment: 30,
  bonus: 5,
  order: 20,
  stop: 10,
  activate: 6,
  remove: 12,
  change: 8,
  extend: 3,
  recalc: 3,
  touch: 5,
} as const;
export type ActionName = keyof typeof WEIGHTS;

/** Of the requests that were answered, so many are sent again. */
const REPEAT_SHARE = 0.1;
const PARALLEL_SHARE = 0.05;
const SERVICES_PER_USER_MAX = 12;
/** Statuses that a command may be refused with because of what the service is just then. */
const REFUSALS: ReadonlySet<number> = new Set([400]);

/** One operation on one user; `op` names it, and is the key of its request. */
export async function act(tools: ActionTools, user: KnownUser, op: string): Promise<void> {
  const { random } = tools;
  const name = random.weighted(WEIGHTS);
  const target = user.standing.length === 0 ? undefined : random.pick(user.standing);
  const isFull = user.standing.length >= SERVICES_PER_USER_MAX;
  const work: Work = { ...tools, user, op };
  if (name === 'payment') await pay(work);
  else if (name === 'bonus') await giveBonus(work);
  else if (name === 'order' ? !isFull : target === undefined) await order(work);
  else if (name === 'order') await pay(work);
  else if (target) await command(work, name, target);
}

export interface Work extends ActionTools {
  readonly user: KnownUser;
  readonly op: string;
}

/** A payment of a random amount. */
export async function pay(work: Work): Promise<void> {
  const { random, user, op } = work;
  const money = random.between(100, 30_000) / 100;
  const uniq = random.chance(0.5) ? { uniq_key: `uniq-${op}` } : {};
  const body = { user_id: user.id, money, pay_system_id: 'load', comment: { op }, ...uniq };
  const row = await rowOf(work, 'payment', { method: 'PUT', path: '/v1/admin/user/payment', body, key: op });
  if (row) user.payments.set(op, { id: Number(row.id), cents: centsOf(money) });
}

async function giveBonus(work: Work): Promise<void> {
  const { random, user, op } = work;
  const bonus = random.between(100, 5_000) / 100;
  const body = { user_id: user.id, bonus, comment: { op } };
  const row = await rowOf(work, 'bonus', { method: 'PUT', path: '/v1/admin/user/bonus', body, key: op });
  if (row) user.bonuses.set(op, { id: Number(row.id), cents: centsOf(bonus) });
}

async function order(work: Work): Promise<void> {
  const { random, user, op, catalogue } = work;
  const serviceId = random.pick(catalogue.tariffs);
  const body = { user_id: user.id, service_id: serviceId, settings: { op } };
  const row = await rowOf(work, 'order', { method: 'PUT', path: '/v1/admin/service/order', body, key: op });
  if (!row) return;
  const id = Number(row.user_service_id);
  user.services.set(id, { id, userId: user.id, op, ordered: serviceId, removed: false, extended: false });
}

type CommandName = Exclude<ActionName, 'payment' | 'bonus' | 'order'>;

async function command(work: Work, name: CommandName, target: KnownService): Promise<void> {
  const extra = extraOf(work, name, target);
  const arguments_ = { user_id: target.userId, user_service_id: target.id, ...extra };
  const row = await rowOf(work, name, requestOf(name, arguments_, work.op));
  if (!row) return;
  if (name === 'remove') target.removed = true;
  if (name === 'extend') target.extended = true;
  checkStatus(work, name, row);
}

function extraOf(
  { random, catalogue }: Work,
  name: CommandName,
  target: KnownService,
): { force?: 1; service_id?: number; money?: number } {
  if (name === 'remove') return { force: 1 };
  if (name === 'change') return { service_id: random.pick(sameCategory(catalogue, target.ordered)) };
  if (name === 'extend') return { money: random.between(100, 3_000) / 100 };
  return {};
}

/** Tariffs whose events are those of this one, so that it can be told what the service must have been told. */
function sameCategory({ tariffs, rows }: RunCatalogue, tariff: number): number[] {
  return tariffs.filter((id) => rows.get(id)?.category === rows.get(tariff)?.category);
}

function requestOf(name: CommandName, args: Record<string, unknown>, key: string): PersistentRequest {
  const path = '/v1/admin/user/service';
  if (name !== 'remove') return { method: 'POST', path: `${path}/${name}`, body: args, key };
  const query = Object.fromEntries(Object.entries(args).map(([field, value]) => [field, String(value)]));
  return { method: 'DELETE', path, query, key };
}

/** What an acknowledged command says of the service must be what was asked for. */
function checkStatus({ known }: Work, name: CommandName, row: Record<string, unknown>): void {
  const allowed: Partial<Record<CommandName, readonly string[]>> = {
    stop: ['BLOCK', 'PROGRESS', 'NOT PAID', 'REMOVED', 'INIT'],
    remove: ['REMOVED', 'PROGRESS'],
  };
  const statuses = allowed[name];
  if (row.status !== undefined && statuses && !statuses.includes(String(row.status)))
    known.contradict(`${name} of user service ${row.user_service_id} answered status ${row.status}`);
}

/** The row of a successful answer, undefined of a refusal; now and then asks again and compares. */
async function rowOf(
  work: Work,
  name: ActionName,
  request: PersistentRequest,
): Promise<Record<string, unknown> | undefined> {
  const { admin, known, random } = work;
  const isParallel = random.chance(PARALLEL_SHARE);
  const repeats = random.chance(REPEAT_SHARE);
  const answers = await Promise.all(Array.from({ length: isParallel ? 3 : 1 }, () => admin.answer(request)));
  if (repeats) answers.push(await admin.answer(request));
  const [answer] = answers as [Answer];
  known.count(name, answer.status);
  for (const other of answers) {
    if (contentOf(other) !== contentOf(answer))
      known.contradict(`${name} ${work.op}: a repeat answered ${contentOf(other)} instead of ${contentOf(answer)}`);
  }
  if (answer.status === 200) return answer.json?.data?.[0];
  if (answer.status === 201) return {};
  if (!REFUSALS.has(answer.status))
    known.contradict(`${name} ${work.op} of user ${work.user.id} answered ${answer.status}: ${answer.text}`);
  return undefined;
}

/** What a repeat must answer alike: everything but the moment and the number of the request. */
function contentOf({ status, json }: Answer): string {
  return JSON.stringify([status, json?.data, json?.error]);
}
