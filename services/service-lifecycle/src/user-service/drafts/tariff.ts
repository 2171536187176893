import { Fault, type ServiceRow, type SettleStep } from '@countinghouse/contracts';
import { dateTextOf } from '@countinghouse/store';
import { type Draft, draft } from '../draft.ts';
import type { Drafting, IntentOf } from '../intent.ts';
import { tariffFields } from '../outcome-decision.ts';
import { hasFlag, pricedServiceOf } from '../priced-service.ts';
import { requireNoProgressBelow, wrongStatus } from '../refusal.ts';
import { type Settled, settledOf } from '../settled.ts';
import { type Facts, isExpired, isHeldUp } from '../situation.ts';
import type { Tree } from '../tree.ts';
import type { UserServiceDocument } from '../user-service-document.ts';
import { walk } from '../walk.ts';

interface TariffChange {
  readonly intent: IntentOf<'tariff'>;
  readonly tree: Tree;
  readonly facts: Facts;
  readonly settled: readonly Settled[];
  readonly node: UserServiceDocument;
  readonly own: ServiceRow;
  readonly chosen: ServiceRow;
}

/** Another tariff (domain.md 2.10, 3.7, quirk Q12). */
export const draftTariff: Drafting<'tariff'> = (intent, tree, facts, settled) => {
  const node = tree.node(intent.target);
  const chosen = facts.services.get(intent.serviceId);
  const own = facts.services.get(node.service_id);
  if (!chosen || !own) throw new Fault(404, `service not exists: ${chosen ? node.service_id : intent.serviceId}`);
  if (!['ACTIVE', 'BLOCK', 'NOT PAID'].includes(node.status)) throw wrongStatus('change', node);
  requireNoProgressBelow(tree, intent.target);
  const change: TariffChange = { intent, tree, facts, settled, node, own, chosen };
  if (node.withdraw_id === null) return changeUnbilled(change);
  if (node.status === 'ACTIVE' && node.expire !== null) return changeActive(change);
  if (node.status === 'BLOCK' && node.expire !== null && !isExpired(node, facts.at)) return changeStopped(change);
  return changeWaiting(change);
};

function changeUnbilled({ node, facts, chosen }: TariffChange): Draft {
  return draft({
    fields: new Map([[node._id, tariffFields(facts, chosen.service_id)]]),
    events: [{ id: node._id, event: 'CHANGED_TARIFF' }],
  });
}

/** Ends the paid period now, returns what is unused and begins the new tariff; or only notes it for the end of the period. */
function changeActive(change: TariffChange): Draft {
  const { intent, tree, facts, settled, node, chosen } = change;
  if (!intent.finishActive) return draft({ fields: new Map([[node._id, { next: chosen.service_id }]]) });
  const unused = !isExpired(node, facts.at);
  const base = dateTextOf(unused ? facts.at : (node.expire as Date));
  const steps = [replaceStep(change), payStep(change, base)];
  const targetSteps = unused ? [refundStep(change), ...steps] : steps;
  const work = walk({ tree, facts, settled, target: node._id, trigger: 'PROLONGATE', targetSteps });
  return unused ? withDefaultExpire(work, node._id, facts.at) : work;
}

function withDefaultExpire(work: Draft, id: number, expire: Date): Draft {
  return { ...work, fields: new Map([...work.fields, [id, { expire, ...work.fields.get(id) }]]) };
}

/** Stopped before its end: the unused part comes back, the new write-off waits for a payment or an activation (quirk Q12). */
function changeStopped(change: TariffChange): Draft {
  const { facts, settled, node, chosen } = change;
  const { _id: user_service_id } = node;
  const switched = settledOf(settled, user_service_id, 'switch');
  if (!switched) return draft({ steps: [refundStep(change), replaceStep(change)] });
  const fields = {
    ...tariffFields(facts, chosen.service_id),
    withdraw_id: switched.outcome.withdraw_id,
    expire: facts.at,
  };
  return draft({
    fields: new Map([[user_service_id, fields]]),
    events: [{ id: user_service_id, event: 'CHANGED_TARIFF' }],
  });
}

/** Not paid, or blocked at its end: the write-off is replaced and paid at once where money allows. */
function changeWaiting(change: TariffChange): Draft {
  const { tree, facts, settled, node } = change;
  const parent = tree.parentOf(node);
  const replace = replaceStep(change);
  if (parent && isHeldUp(parent)) return replaceOnly(replace, facts, settled);
  const targetSteps = [replace, payStep(change, null)];
  return walk({ tree, facts, settled, target: node._id, trigger: 'PROLONGATE', targetSteps });
}

/** What is unused of the present write-off comes back. */
function refundStep({ facts, node, own }: TariffChange): SettleStep {
  const { _id: user_service_id } = node;
  const withdraw_id = node.withdraw_id as number;
  return { do: 'refund', user_service_id, withdraw_id, service: pricedServiceOf(own), moment: dateTextOf(facts.at) };
}

/** The chosen tariff takes the place of the present one. */
function replaceStep({ node, chosen }: TariffChange): SettleStep & { do: 'switch' } {
  const { _id: user_service_id } = node;
  return { do: 'switch', user_service_id, withdraw_id: node.withdraw_id as number, service: pricedServiceOf(chosen) };
}

/** The chosen tariff is paid from `base` on; from now where that is null. */
function payStep({ intent, node, chosen }: TariffChange, base: string | null): SettleStep {
  return {
    do: 'pay',
    user_service_id: node._id,
    withdraw_id: null,
    service: pricedServiceOf(chosen),
    base,
    requires: null,
    composite: [],
    partial: partialOf(intent, chosen),
  };
}

/** The parent does not run, so nothing is paid (quirk Q4). */
function replaceOnly(replace: SettleStep & { do: 'switch' }, facts: Facts, settled: readonly Settled[]): Draft {
  const id = replace.user_service_id;
  const switched = settledOf(settled, id, 'switch');
  if (!switched) return draft({ steps: [replace] });
  const { withdraw_id } = switched.outcome;
  return draft({
    fields: new Map([[id, { ...tariffFields(facts, replace.service.service_id), withdraw_id }]]),
    events: [{ id, event: 'CHANGED_TARIFF' }],
  });
}

function partialOf(intent: IntentOf<'tariff'>, chosen: ServiceRow): boolean {
  return intent.partial || hasFlag(chosen, 'allow_partial_period');
}
