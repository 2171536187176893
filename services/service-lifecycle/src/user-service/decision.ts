import { dateTextOf } from '@countinghouse/store';
import type { EventName, Trigger } from './event-name.ts';
import { hasFlag, pricedServiceOf } from './priced-service.ts';
import type { MoneyStep } from './settled.ts';
import { isExpired, isHeldUp, type Situation } from './situation.ts';

/** What is to be done with one service. `settle`: billing decides. */
export type Decision =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'event'; readonly event: EventName }
  | { readonly kind: 'settle'; readonly steps: readonly MoneyStep[] };

const NOTHING: Decision = { kind: 'nothing' };
const event = (name: EventName): Decision => ({ kind: 'event', event: name });

/** The decision table (domain.md 3.3) for what does not depend on money; steps for billing where it does. */
export function decide(situation: Situation, trigger: Trigger): Decision {
  const { status } = situation.node;
  if (status === 'PROGRESS' || status === 'REMOVED') return NOTHING;
  if (trigger === 'BLOCK FORCE') return status === 'ACTIVE' ? event('BLOCK') : NOTHING;
  if (trigger === 'ACTIVATE FORCE') return decideActivation(situation);
  if (trigger === 'REMOVE') return removal(situation);
  if (!situation.billed) return event(trigger);
  return situation.direct ? decideTouch(situation) : decideChild(situation, trigger);
}

function decideActivation(situation: Situation): Decision {
  const { node, billed, at } = situation;
  if (node.status !== 'BLOCK') return NOTHING;
  return billed && isExpired(node, at) ? renewal(situation) : event('ACTIVATE');
}

/** A service whose parent does not run is left alone: children follow their parent (quirk Q4). */
function decideTouch(situation: Situation): Decision {
  const { parent } = situation;
  return parent && isHeldUp(parent) ? NOTHING : decideBilling(situation);
}

/** A billed child does what its parent did; it is never charged for a parent that was not paid (quirk Q4). */
function decideChild(situation: Situation, trigger: EventName): Decision {
  const { node, at } = situation;
  switch (trigger) {
    case 'BLOCK':
      return node.status === 'ACTIVE' ? event('BLOCK') : NOTHING;
    case 'NOT_ENOUGH_MONEY':
      return node.expire === null ? event('NOT_ENOUGH_MONEY') : NOTHING;
    case 'ACTIVATE':
      if (node.status === 'BLOCK' && node.expire !== null && !isExpired(node, at)) return event('ACTIVATE');
      return decideBilling(situation);
    default:
      return decideBilling(situation);
  }
}

function decideBilling(situation: Situation): Decision {
  const { node, at, service } = situation;
  if (node.expire === null) return payment(situation);
  if (!isExpired(node, at)) return NOTHING;
  const endsHere = service === undefined || hasFlag(service, 'no_auto_renew') || parentExpired(situation);
  if (endsHere) return node.status === 'ACTIVE' ? event('BLOCK') : NOTHING;
  return node.one_off && !node.next ? removal(situation) : renewal(situation);
}

function parentExpired({ direct, parent, at }: Situation): boolean {
  return direct && parent !== undefined && isExpired(parent, at);
}

/** The first payment of a service; only renewals and switches are bought in part (domain.md 2.8). */
export function payment({ node, service, requires }: Situation): Decision {
  if (!service) return NOTHING;
  const step: MoneyStep = {
    do: 'pay',
    user_service_id: node._id,
    withdraw_id: node.withdraw_id,
    service: pricedServiceOf(service),
    base: null,
    requires,
    composite: [],
    partial: false,
  };
  return { kind: 'settle', steps: [step] };
}

/**
 * The next period. A blocked service begins it now, others where the last one ended. Where nothing is to follow, what is
 * unused comes back: an order may have set an end before that of the write-off.
 */
function renewal(situation: Situation): Decision {
  const { node, service, services, requires } = situation;
  if (!service || node.withdraw_id === null) return NOTHING;
  const following = node.next !== null && node.next > 0 ? services.get(node.next) : undefined;
  const next = following ? pricedServiceOf(following) : null;
  const step: MoneyStep = {
    do: 'renew',
    user_service_id: node._id,
    withdraw_id: node.withdraw_id,
    service: pricedServiceOf(service),
    base: node.status === 'BLOCK' || node.expire === null ? null : dateTextOf(node.expire),
    requires,
    composite: [],
    partial: hasFlag(following ?? service, 'allow_partial_period'),
    next: node.next === -1 ? 'remove' : next,
  };
  return { kind: 'settle', steps: node.next === -1 ? [...refundOf(situation), step] : [step] };
}

/** Gives back what is unused and drops an unpaid write-off. */
function removal(situation: Situation): Decision {
  const { node, service } = situation;
  const { _id: user_service_id, withdraw_id } = node;
  if (withdraw_id === null || !service) return event('REMOVE');
  return { kind: 'settle', steps: [...refundOf(situation), { do: 'discard', user_service_id, withdraw_id }] };
}

/** What was paid beyond the end of the service, which is now unless it ended before (domain.md 2.9). */
function refundOf({ node, service, at }: Situation): MoneyStep[] {
  const { _id: user_service_id, withdraw_id, expire } = node;
  if (withdraw_id === null || !service) return [];
  const moment = dateTextOf(expire !== null && isExpired(node, at) ? expire : at);
  return [{ do: 'refund', user_service_id, withdraw_id, service: pricedServiceOf(service), moment }];
}
