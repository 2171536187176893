import { Fault } from '@countinghouse/contracts';
import { draft, NO_CHANGE } from '../draft.ts';
import type { Drafting } from '../intent.ts';
import { requireNoProgressBelow, requirePaidAbove } from '../refusal.ts';
import { settledOf } from '../settled.ts';
import { isExpired } from '../situation.ts';
import { walk } from '../walk.ts';
import { withAutoBill } from './stop.ts';

/**
 * Activates a BLOCKed service, renewing it first where it is expired, whatever `no_auto_renew` says (domain.md 3.6).
 * Whether the money is there is asked without effect before; where it went meanwhile the service stays as it is.
 */
export const draftActivate: Drafting<'activate'> = ({ target, autoBill }, tree, facts, settled) => {
  const node = tree.node(target);
  if (node.status !== 'BLOCK') return NO_CHANGE;
  requireNoProgressBelow(tree, target);
  const isBegun = settled.length > 0;
  if (!isBegun && node.withdraw_id !== null && isExpired(node, facts.at)) requirePaidAbove(tree, node, facts.at);
  const work = walk({ tree, facts, settled, target, trigger: 'ACTIVATE FORCE' });
  if (work.steps.length > 0 || work.events.length === 0) return work;
  return draft({ ...work, fields: withAutoBill(work.fields, target, autoBill) });
};

/** Throws where the dry run says that the renewal cannot be paid. */
export function requirePaid(target: number, settled: Parameters<typeof settledOf>[0]): void {
  const paid = settledOf(settled, target, 'pay', 'renew');
  if (paid && paid.outcome.outcome !== 'paid') throw notEnoughMoney();
}

export function notEnoughMoney(): Fault {
  return new Fault(400, 'Not enough money');
}
