import { type Decision, decide } from './decision.ts';
import { type Draft, draft, type NodeEvent, type NodeFields } from './draft.ts';
import type { EventName, Trigger } from './event-name.ts';
import { type Outcome, outcomeOf } from './outcome-decision.ts';
import { type MoneyStep, type Settled, settledOf } from './settled.ts';
import type { Facts, Situation } from './situation.ts';
import type { Tree } from './tree.ts';
import type { UserServiceDocument } from './user-service-document.ts';

export interface Walk {
  readonly tree: Tree;
  readonly facts: Facts;
  /** What billing has answered so far. */
  readonly settled: readonly Settled[];
  readonly target: number;
  readonly trigger: Trigger;
  /** What billing does with the target instead of what the decision table says. */
  readonly targetSteps?: readonly MoneyStep[];
}

/**
 * Processes a service and everything below it (domain.md 3.2): each non-removed child with the event that its parent decided,
 * and decides for itself. Where billing has not spoken yet, children are asked for as if their parent gets paid, so that a tree
 * is charged in one command; billing skips what its parent was not paid for.
 */
export function walk(input: Walk): Draft {
  const collected: Collected = { steps: [], fields: new Map(), events: [] };
  visit(input, collected, input.tree.node(input.target), input.trigger, null);
  return draft({ ...collected, steps: withComposites(input.tree, collected.steps) });
}

interface Collected {
  readonly steps: MoneyStep[];
  readonly fields: Map<number, NodeFields>;
  readonly events: NodeEvent[];
}

function visit(
  input: Walk,
  into: Collected,
  node: UserServiceDocument,
  trigger: Trigger,
  requires: number | null,
): void {
  const situation = situationOf(input, node, requires);
  const outcome = outcomeOf(situation, trigger, input.settled);
  if (outcome) {
    recordOutcome(input, into, node, outcome);
    return;
  }
  const decision = decisionOf(input, situation, trigger);
  if (decision.kind === 'nothing') return;
  if (decision.kind === 'event') {
    visitChildren(input, into, node, decision.event, requires);
    into.events.push({ id: node._id, event: decision.event });
    return;
  }
  into.steps.push(...decision.steps);
  const isCharge = decision.steps.some(isPayment);
  visitChildren(input, into, node, isCharge ? hopedFor(node) : 'REMOVE', isCharge ? node._id : requires);
}

function decisionOf(input: Walk, situation: Situation, trigger: Trigger): Decision {
  const { targetSteps, target } = input;
  if (situation.node._id === target && targetSteps) return { kind: 'settle', steps: targetSteps };
  return decide(situation, trigger);
}

function recordOutcome(input: Walk, into: Collected, node: UserServiceDocument, outcome: Outcome): void {
  into.fields.set(node._id, outcome.fields);
  if (outcome.event) visitChildren(input, into, node, outcome.event, null);
  if (outcome.tariffChanged) into.events.push({ id: node._id, event: 'CHANGED_TARIFF' });
  if (outcome.event) into.events.push({ id: node._id, event: outcome.event });
}

function visitChildren(
  input: Walk,
  into: Collected,
  node: UserServiceDocument,
  event: EventName,
  requires: number | null,
): void {
  for (const child of input.tree.childrenOf(node._id)) {
    if (child.status !== 'REMOVED') visit(input, into, child, event, requires);
  }
}

/** The event of a service that gets paid. */
function hopedFor(node: UserServiceDocument): EventName {
  if (node.expire === null) return 'CREATE';
  return node.status === 'ACTIVE' ? 'PROLONGATE' : 'ACTIVATE';
}

function situationOf(input: Walk, node: UserServiceDocument, requires: number | null): Situation {
  const { tree, facts, settled, target } = input;
  return {
    node,
    service: facts.services.get(node.service_id),
    services: facts.services,
    at: facts.at,
    parent: tree.parentOf(node),
    direct: node._id === target,
    billed: node.withdraw_id !== null || settledOf(settled, node._id, 'prepare') !== undefined,
    requires,
  };
}

function isPayment(step: MoneyStep): step is MoneyStep & { do: 'pay' | 'renew' } {
  return step.do === 'pay' || step.do === 'renew';
}

/** The rows of a composite and of everything below it that is charged now count together (domain.md 2.6, quirk Q23). */
function withComposites(tree: Tree, steps: readonly MoneyStep[]): MoneyStep[] {
  const charged = new Set(steps.filter(isPayment).map((step) => step.user_service_id));
  return steps.map((step) => {
    if (!isPayment(step) || step.service.is_composite !== 1) return step;
    const below = [...tree.below(step.user_service_id)].map((node) => node._id).filter((id) => charged.has(id));
    return { ...step, composite: [step.user_service_id, ...below] };
  });
}
