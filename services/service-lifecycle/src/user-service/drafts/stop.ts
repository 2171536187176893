import { draft, NO_CHANGE } from '../draft.ts';
import type { Drafting } from '../intent.ts';
import { requireNoProgressBelow } from '../refusal.ts';
import { walk } from '../walk.ts';

/** Blocks an ACTIVE service; time keeps running and nothing is returned. Any other status is left alone (domain.md 5.1). */
export const draftStop: Drafting<'stop'> = ({ target, autoBill }, tree, facts, settled) => {
  if (tree.node(target).status !== 'ACTIVE') return NO_CHANGE;
  requireNoProgressBelow(tree, target);
  const work = walk({ tree, facts, settled, target, trigger: 'BLOCK FORCE' });
  return draft({ ...work, fields: withAutoBill(work.fields, target, autoBill) });
};

export function withAutoBill(
  fields: ReadonlyMap<number, object>,
  target: number,
  autoBill: number | null,
): ReadonlyMap<number, object> {
  if (autoBill === null) return fields;
  return new Map([...fields, [target, { ...fields.get(target), auto_bill: autoBill }]]);
}
