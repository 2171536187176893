import { dateTextOf, instantOf } from '@countinghouse/store';
import { draft, NO_CHANGE } from '../draft.ts';
import type { Drafting } from '../intent.ts';
import { pricedServiceOf } from '../priced-service.ts';
import { wrongStatus } from '../refusal.ts';
import { settledOf } from '../settled.ts';
import { isExpired } from '../situation.ts';

/** Ends the paid period of an ACTIVE service now; the next touch renews or blocks it (domain.md 3.6). */
export const draftFinish: Drafting<'finish'> = ({ target, moneyBack }, tree, facts, settled) => {
  const node = tree.node(target);
  if (node.status !== 'ACTIVE' || node.expire === null || isExpired(node, facts.at)) return NO_CHANGE;
  const service = facts.services.get(node.service_id);
  const { _id: user_service_id, withdraw_id } = node;
  if (moneyBack && withdraw_id !== null && service && settled.length === 0) {
    const moment = dateTextOf(facts.at);
    return draft({
      steps: [{ do: 'refund', user_service_id, withdraw_id, service: pricedServiceOf(service), moment }],
    });
  }
  return draft({ fields: new Map([[target, { expire: facts.at }]]) });
};

/** Adds time for money to an ACTIVE service (domain.md 2.11); too little money for any time changes nothing. */
export const draftExtend: Drafting<'extend'> = ({ target, money }, tree, facts, settled) => {
  const node = tree.node(target);
  const service = facts.services.get(node.service_id);
  if (node.status !== 'ACTIVE') throw wrongStatus('extend', node);
  const { _id: user_service_id, withdraw_id } = node;
  if (withdraw_id === null || !service) return NO_CHANGE;
  const extended = settledOf(settled, target, 'extend');
  if (!extended) {
    return draft({ steps: [{ do: 'extend', user_service_id, withdraw_id, service: pricedServiceOf(service), money }] });
  }
  const { outcome, end_date } = extended.outcome;
  if (outcome !== 'done' || end_date === null) return NO_CHANGE;
  return draft({
    fields: new Map([[target, { expire: instantOf(end_date) }]]),
    events: [{ id: target, event: 'PROLONGATE' }],
  });
};
