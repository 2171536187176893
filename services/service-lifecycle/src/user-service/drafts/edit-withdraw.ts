import { instantOf } from '@countinghouse/store';
import { draft, NO_CHANGE } from '../draft.ts';
import type { Drafting } from '../intent.ts';
import { pricedServiceOf } from '../priced-service.ts';
import { settledOf } from '../settled.ts';

/** Prices a write-off anew; of the current one of an ACTIVE service the end of the period follows (domain.md 5.2). */
export const draftEditWithdraw: Drafting<'edit-withdraw'> = (
  { target, withdrawId, serviceId, terms },
  tree,
  facts,
  settled,
) => {
  const node = tree.node(target);
  const service = facts.services.get(serviceId);
  if (!service) return NO_CHANGE;
  const edited = settledOf(settled, target, 'edit');
  const movesEnd = node.withdraw_id === withdrawId && node.status === 'ACTIVE';
  if (!edited) {
    const step = { user_service_id: target, withdraw_id: withdrawId, service: pricedServiceOf(service), terms };
    return draft({ steps: [{ do: 'edit', ...step, moves_end: movesEnd }] });
  }
  const { end_date } = edited.outcome;
  if (!movesEnd || end_date === null) return NO_CHANGE;
  return draft({ fields: new Map([[target, { expire: instantOf(end_date) }]]) });
};
