import type { KnownService, KnownUser } from './acknowledged.ts';
import type { RunCatalogue } from './catalogue.ts';
import type { PersistentSender } from './persistent-sender.ts';
import type { ServiceState, UserState } from './read-state.ts';

type Report = (sentence: string) => void;

/** The clock's last step is longer than the period of the prolongation job. */
const JOB_MINUTES = 20;

export interface ServiceProof {
  readonly admin: PersistentSender;
  readonly catalogue: RunCatalogue;
  /** Business time, `YYYY-MM-DD HH:MM:SS`. */
  readonly now: string;
  readonly report: Report;
}

/** The services of a user against the acknowledged orders and removals (domain.md 3). */
export async function proveServices(
  user: KnownUser,
  state: UserState,
  { admin, catalogue, now, report }: ServiceProof,
): Promise<void> {
  const roots = state.services.filter((service) => service.parent === null);
  for (const known of user.services.values()) {
    const found = roots.filter((root) => root.op === known.op);
    if (found.length !== 1 || found[0]?.id !== known.id)
      report(`order ${known.op} of user service ${known.id} was acknowledged and is there ${found.length} times`);
    else proveTree(known, found[0], state, catalogue, report);
  }
  for (const root of roots)
    if (!user.services.has(root.id)) report(`user service ${root.id} (${root.op}) was never acknowledged`);
  for (const service of state.services) await proveStatus(service, state, admin, report);
  for (const root of roots) proveBilling(root, state, catalogue, { now, report });
}

function proveTree(
  known: KnownService,
  root: ServiceState,
  { services }: UserState,
  catalogue: RunCatalogue,
  report: Report,
): void {
  const children = services.filter((service) => service.parent === root.id);
  const expected = catalogue.rows.get(known.ordered)?.children ?? [];
  const inOrder = (ids: readonly number[]) => JSON.stringify([...ids].sort((a, b) => a - b));
  if (inOrder(children.map((child) => child.serviceId)) !== inOrder(expected))
    report(`user service ${root.id} has ${children.length} children, expected ${expected.length}`);
  if (!known.removed) return;
  for (const node of [root, ...children])
    if (node.status !== 'REMOVED') report(`user service ${node.id} was removed and is ${node.status}`);
}

async function proveStatus(service: ServiceState, state: UserState, admin: PersistentSender, report: Report) {
  const { id, status } = service;
  if (status === 'INIT') report(`user service ${id} is still INIT`);
  if (status === 'PROGRESS' && !(await hasTasks(admin, state, service)))
    report(`user service ${id} is stranded in PROGRESS without a task`);
  const row = state.withdraws.find((one) => one.id === service.withdrawId);
  if (status !== 'ACTIVE' || service.withdrawId === null) return;
  if (!row) report(`user service ${id} has no write-off ${service.withdrawId}`);
  else if (row.paidAt === null) report(`user service ${id} is ACTIVE and its write-off ${row.id} is not paid`);
  else if (row.endsAt !== service.expire)
    report(`user service ${id} expires at ${service.expire}, its write-off ${row.id} ends at ${row.endsAt}`);
}

/** Paid periods that are over were renewed, and what the money is enough for is paid (domain.md 3.6). */
function proveBilling(
  root: ServiceState,
  state: UserState,
  catalogue: RunCatalogue,
  { now, report }: { now: string; report: Report },
): void {
  const { id, status, expire } = root;
  const current = state.withdraws.find((row) => row.id === root.withdrawId);
  // A job renews one period: whoever is several behind was renewed by the last one (quirk Q20).
  const isRenewed = (current?.paidAt ?? '') >= earlier(now);
  if (status === 'ACTIVE' && expire !== null && expire < now && !isRenewed)
    report(`user service ${id} is ACTIVE, expired ${expire} and was not renewed since ${current?.paidAt}`);
  const due = state.withdraws.find((row) => row.id === root.withdrawId && row.paidAt === null);
  const isComposite = catalogue.rows.get(root.serviceId)?.isComposite ?? false;
  if (!due || isComposite || (status !== 'NOT PAID' && status !== 'BLOCK')) return;
  const isStopped = status === 'BLOCK' && expire !== null && expire > now;
  const purse = state.balanceCents + state.creditCents + state.bonusCents;
  if (!isStopped && due.totalCents <= purse)
    report(`user service ${id} is ${status} for want of ${due.totalCents}, its user has ${purse}`);
}

/** Business time before the last job. */
function earlier(now: string): string {
  const moment = new Date(Date.parse(`${now}Z`) - JOB_MINUTES * 60_000);
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}

/** Its own, or one of the tree that it waits for. */
async function hasTasks(admin: PersistentSender, state: UserState, service: ServiceState): Promise<boolean> {
  const below = state.services.filter((one) => one.parent === service.id);
  for (const { id } of [service, ...below]) {
    const query = { user_id: String(state.userId), user_service_id: String(id) };
    const tasks = await admin.rows({ method: 'GET', path: '/v1/admin/user/service/spool', query });
    if (tasks.length > 0) return true;
  }
  return false;
}
