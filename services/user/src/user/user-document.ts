import type { OutboxDocument } from '@countinghouse/store';

/** What a change still has to bring about elsewhere; a sweeper finishes what a crash left (architecture.md). */
export interface Pending {
  /** The `rev` of the last change that added to it. */
  readonly rev: number;
  /** Real time. */
  readonly since: Date;
  /** The account has to be opened. */
  readonly open?: true;
  /** The terms have to be told to billing. */
  readonly terms?: true;
  /** perm_credit was set, which publishes CREDIT. */
  readonly perm_credit?: true;
  readonly end_sessions?: true;
  /** The user registered himself. */
  readonly registered?: true;
}

/** A user as stored: the fields of the resource in stored form, and what only this service knows. */
export interface UserDocument extends OutboxDocument {
  readonly _id: number;
  /** Grows with every change, which are guarded by it; figures and last_login do not count. */
  readonly rev?: number;
  readonly login: string;
  readonly login2: string | null;
  /** Lower-case login, login2 and e-mail address: unique among all users. */
  readonly names?: readonly string[];
  /** The hash; null where nobody can log in by password. */
  readonly password: string | null;
  readonly partner_id: number | null;
  readonly block: number;
  readonly gid: number;
  readonly perm_credit: number;
  readonly settings_text: string;
  /** Cents; the author of these three is this service. */
  readonly credit: number;
  readonly discount: number;
  readonly can_overdraft: number;
  /** Cents, from billing: for filters and order only. */
  readonly balance: number;
  readonly bonus: number;
  /** Of billing’s account, of the figures above. */
  readonly seq?: number;
  /** The key of the request that added the user: repeating it answers the same user. */
  readonly created_key?: string;
  /** SHA-256 of the key of the request that asked for the last automatic payment: repeating it asks no more. */
  readonly auto_payment_key?: string;
  readonly pending?: Pending;
}
