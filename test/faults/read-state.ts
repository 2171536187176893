import { centsOf } from './acknowledged.ts';
import type { PersistentSender } from './persistent-sender.ts';

type Row = Readonly<Record<string, unknown>>;

/** Everything that the API shows of one user; money in cents. */
export interface UserState {
  readonly userId: number;
  readonly balanceCents: number;
  readonly bonusCents: number;
  readonly creditCents: number;
  readonly pays: readonly { readonly id: number; readonly cents: number; readonly op: string | undefined }[];
  readonly bonuses: readonly BonusState[];
  readonly services: readonly ServiceState[];
  readonly withdraws: readonly WithdrawState[];
}

export interface BonusState {
  readonly id: number;
  readonly cents: number;
  readonly op: string | undefined;
  /** The write-off that took or gave it. */
  readonly withdrawId: number | undefined;
  /** The user whose payment it is a share of. */
  readonly fromUserId: number | undefined;
}

export interface ServiceState {
  readonly id: number;
  readonly parent: number | null;
  readonly serviceId: number;
  readonly status: string;
  readonly expire: string | null;
  /** Null for children too: only the administrators' list of roots tells it. */
  readonly withdrawId: number | null;
  readonly op: string | undefined;
}

export interface WithdrawState {
  readonly id: number;
  readonly userServiceId: number;
  readonly serviceId: number;
  readonly costCents: number;
  readonly discount: number;
  readonly qnt: number;
  readonly months: number;
  readonly totalCents: number;
  readonly bonusCents: number;
  /** `YYYY-MM-DD HH:MM:SS`; null is unpaid. */
  readonly paidAt: string | null;
  readonly endsAt: string | null;
}

const ANY_STATUS = JSON.stringify({ status: 'ANY' });

export async function readState(admin: PersistentSender, userId: number): Promise<UserState> {
  const list = (path: string, query: Readonly<Record<string, string>> = {}) =>
    admin.rows({ method: 'GET', path, query: { user_id: String(userId), limit: '0', ...query } });
  const [users, pays, bonuses, roots, services, withdraws] = await Promise.all([
    list('/v1/admin/user'),
    list('/v1/admin/user/pay'),
    list('/v1/admin/user/bonus'),
    list('/v1/admin/user/service', { filter: ANY_STATUS }),
    list('/v1/user/service', { filter: ANY_STATUS }),
    list('/v1/admin/user/service/withdraw'),
  ]);
  const rootRows = new Map(roots.map((root) => [Number(root.user_service_id), root]));
  return {
    userId,
    balanceCents: centsOf(users[0]?.balance),
    bonusCents: centsOf(users[0]?.bonus),
    creditCents: centsOf(users[0]?.credit),
    pays: pays.map((pay) => ({ id: Number(pay.id), cents: centsOf(pay.money), op: opOf(pay.comment) })),
    bonuses: bonuses.map(bonusOf),
    services: services.map((service) => serviceOf(service, rootRows.get(Number(service.user_service_id)))),
    withdraws: withdraws.map(withdrawOf).sort((a, b) => a.id - b.id),
  };
}

function bonusOf(row: Row): BonusState {
  const comment = (row.comment ?? {}) as { withdraw_id?: number; from_user_id?: number };
  return {
    id: Number(row.id),
    cents: centsOf(row.bonus),
    op: opOf(comment),
    withdrawId: comment.withdraw_id,
    fromUserId: comment.from_user_id,
  };
}

function serviceOf(row: Row, root: Row | undefined): ServiceState {
  return {
    id: Number(row.user_service_id),
    parent: row.parent as number | null,
    serviceId: Number(row.service_id),
    status: String(row.status),
    expire: row.expire as string | null,
    withdrawId: (root?.withdraw_id ?? null) as number | null,
    op: opOf(root?.settings),
  };
}

function withdrawOf(row: Row): WithdrawState {
  return {
    id: Number(row.withdraw_id),
    userServiceId: Number(row.user_service_id),
    serviceId: Number(row.service_id),
    costCents: centsOf(row.cost),
    discount: Number(row.discount),
    qnt: Number(row.qnt),
    months: Number(row.months),
    totalCents: centsOf(row.total),
    bonusCents: centsOf(row.bonus),
    paidAt: row.withdraw_date as string | null,
    endsAt: row.end_date as string | null,
  };
}

function opOf(value: unknown): string | undefined {
  const decoded = typeof value === 'string' ? (JSON.parse(value) as unknown) : value;
  return (decoded as { op?: string } | null | undefined)?.op;
}
