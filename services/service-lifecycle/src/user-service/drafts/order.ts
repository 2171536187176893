import type { SettleStep } from '@countinghouse/contracts';
import { instantOf } from '@countinghouse/store';
import { type Draft, draft, type NodeFields } from '../draft.ts';
import type { BilledOrder, Drafting } from '../intent.ts';
import { pricedServiceOf } from '../priced-service.ts';
import { type Settled, settledOf } from '../settled.ts';
import type { Facts } from '../situation.ts';
import type { Tree } from '../tree.ts';
import { walk } from '../walk.ts';

/** A new tree: unpaid write-offs first, then, unless auto_bill is 0, CREATE (domain.md 3.6). */
export const draftOrder: Drafting<'order'> = (intent, tree, facts, settled) => {
  const prepared = settled.some(({ step }) => step.do === 'prepare');
  const prepare = prepared ? [] : intent.billed.map((billed) => prepareStep(tree, facts, billed));
  const hoped = prepared ? settled : [...settled, ...prepare.map(asIfPrepared)];
  const work: Draft = intent.process
    ? walk({ tree, facts, settled: hoped, target: intent.target, trigger: 'CREATE' })
    : draft({});
  if (!prepared) return draft({ steps: [...prepare, ...work.steps] });
  return { ...work, fields: mergeFields(preparedFields(intent.billed, settled), endOf(intent, work)) };
};

function prepareStep(tree: Tree, facts: Facts, { id, ...terms }: BilledOrder): SettleStep {
  const service = facts.services.get(tree.node(id).service_id);
  if (!service) throw new Error(`The service of user service ${id} is not in the catalogue`);
  return { do: 'prepare', user_service_id: id, service: pricedServiceOf(service), ...terms };
}

/** Lets the walk see which services are billed before their rows are there. */
function asIfPrepared(step: SettleStep): Settled {
  const { user_service_id } = step;
  const outcome = { outcome: 'done', withdraw_id: null, end_date: null, months: null, service_id: null } as const;
  return { step, outcome: { user_service_id, do: step.do, ...outcome, one_off: false, money: 0, bonus: 0 } };
}

function preparedFields(billed: readonly BilledOrder[], settled: readonly Settled[]): Map<number, NodeFields> {
  return new Map(
    billed.map(({ id }) => [id, { withdraw_id: settledOf(settled, id, 'prepare')?.outcome.withdraw_id ?? null }]),
  );
}

/** The asked end counts only when it got paid. */
function endOf(intent: { target: number; endDate: string | null }, work: Draft): ReadonlyMap<number, NodeFields> {
  const fields = work.fields.get(intent.target);
  if (intent.endDate === null || !fields?.expire) return work.fields;
  return new Map([...work.fields, [intent.target, { ...fields, expire: instantOf(intent.endDate) }]]);
}

function mergeFields(
  first: ReadonlyMap<number, NodeFields>,
  second: ReadonlyMap<number, NodeFields>,
): Map<number, NodeFields> {
  const merged = new Map(first);
  for (const [id, fields] of second) merged.set(id, { ...merged.get(id), ...fields });
  return merged;
}
