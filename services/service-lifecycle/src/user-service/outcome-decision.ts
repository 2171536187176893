import { instantOf } from '@countinghouse/store';
import type { NodeFields } from './draft.ts';
import type { EventName, Trigger } from './event-name.ts';
import { type Settled, settledOf } from './settled.ts';
import { isExpired, type Situation } from './situation.ts';

/** What the money came to for one service. */
export interface Outcome {
  readonly event: EventName | undefined;
  readonly fields: NodeFields;
  readonly tariffChanged: boolean;
}

/** The decision table (domain.md 3.3) where billing has spoken; undefined where it was not asked about this service. */
export function outcomeOf(situation: Situation, trigger: Trigger, settled: readonly Settled[]): Outcome | undefined {
  const { node } = situation;
  const removed = settledOf(settled, node._id, 'discard');
  if (removed) return removedOutcome(situation, removed);
  // It was asked for before its parent turned out to be removed.
  if (trigger === 'REMOVE') return undefined;
  const paid = settledOf(settled, node._id, 'pay', 'renew');
  if (!paid) return undefined;
  const switched = settledOf(settled, node._id, 'switch');
  return payOutcome(situation, paid, switched);
}

/** The period ends with the service, unless it ended before. */
function removedOutcome({ node, at }: Situation, { outcome }: Settled): Outcome {
  const fields = { withdraw_id: outcome.withdraw_id, ...(isExpired(node, at) ? {} : { expire: at }) };
  return { event: 'REMOVE', fields, tariffChanged: false };
}

function payOutcome(situation: Situation, paid: Settled, switched: Settled | undefined): Outcome {
  const { outcome } = paid;
  const tariffChanged = switched !== undefined || tariffSwitched(paid);
  const tariff = tariffChanged ? tariffFields(situation, outcome.service_id) : {};
  if (outcome.outcome === 'none') return { event: undefined, fields: {}, tariffChanged: false };
  if (outcome.outcome === 'remove') return { event: 'REMOVE', fields: {}, tariffChanged: false };
  if (outcome.outcome === 'paid') {
    const fields = {
      ...tariff,
      withdraw_id: outcome.withdraw_id,
      one_off: outcome.one_off,
      ...(outcome.end_date === null ? {} : { expire: instantOf(outcome.end_date) }),
    };
    return { event: paidEvent(situation), fields, tariffChanged };
  }
  const withdraw_id = outcome.withdraw_id ?? switched?.outcome.withdraw_id;
  const fields = { ...tariff, ...(withdraw_id ? { withdraw_id } : {}) };
  return { event: unpaidEvent(situation), fields, tariffChanged };
}

/** `next` took effect: the row is another one than before, also where the tariff is named the same (domain.md L9). */
function tariffSwitched({ step, outcome }: Settled): boolean {
  if (step.do !== 'renew' || step.next === null || step.next === 'remove') return false;
  return outcome.withdraw_id !== null && outcome.withdraw_id !== step.withdraw_id;
}

/** The tariff that a service has from now on, with what that one has for `next` (domain.md 3.7). */
export function tariffFields(situation: Pick<Situation, 'services'>, serviceId: number | null): NodeFields {
  if (serviceId === null) return {};
  return { service_id: serviceId, next: situation.services.get(serviceId)?.next ?? null };
}

function paidEvent({ node }: Situation): EventName {
  if (node.expire === null) return 'CREATE';
  return node.status === 'ACTIVE' ? 'PROLONGATE' : 'ACTIVATE';
}

function unpaidEvent({ node }: Situation): EventName | undefined {
  if (node.expire === null) return 'NOT_ENOUGH_MONEY';
  return node.status === 'ACTIVE' ? 'BLOCK' : undefined;
}
