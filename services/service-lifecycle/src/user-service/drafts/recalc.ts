import type { SettleStep } from '@countinghouse/contracts';
import { draft, NO_CHANGE } from '../draft.ts';
import type { Drafting } from '../intent.ts';
import { pricedServiceOf } from '../priced-service.ts';
import { settledOf } from '../settled.ts';
import { draftTouch } from './touch.ts';

/** Prices an unpaid write-off anew, then processes the service (domain.md 2.7); a paid one stays as it is. */
export const draftRecalc: Drafting<'recalc'> = ({ target, months }, tree, facts, settled) => {
  const node = tree.node(target);
  const service = facts.services.get(node.service_id);
  if (node.withdraw_id === null || !service || node.status === 'REMOVED') return NO_CHANGE;
  const work = draftTouch({ kind: 'touch', target }, tree, facts, settled);
  if (settledOf(settled, target, 'recalc')) return work;
  const recalc: SettleStep = {
    do: 'recalc',
    user_service_id: target,
    withdraw_id: node.withdraw_id,
    service: pricedServiceOf(service),
    ...(months === null ? {} : { months }),
  };
  return draft({ steps: [recalc, ...work.steps] });
};
