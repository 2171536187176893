import type { AccountFigures } from '../operations/accounts.ts';

/** Events of billing, by their type. Amounts are in the main unit. */
export interface BillingEvents {
  /** Always, also for 0 and negative payments. */
  readonly payment: { readonly user_id: number; readonly pay_id: number; readonly money: number };
  /** For bonuses above 0, of administrators and of partners. */
  readonly bonus: { readonly user_id: number; readonly bonus_id: number; readonly bonus: number };
  /** Credit was set above 0, or perm_credit was set, which alone tells no credit. */
  readonly credit: { readonly user_id: number; readonly credit?: number };
  /** The figures after a change; a projection keeps `seq` and drops what is older (architecture.md, rule 4). */
  readonly 'account.changed': AccountFigures & { readonly seq: number };
}
