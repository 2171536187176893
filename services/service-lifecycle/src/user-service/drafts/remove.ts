import type { UserServiceStatus } from '@countinghouse/contracts';
import { draft, type NodeFields } from '../draft.ts';
import type { Drafting } from '../intent.ts';
import { requireNoProgressBelow, wrongStatus } from '../refusal.ts';
import { isExpired } from '../situation.ts';
import { walk } from '../walk.ts';

const REMOVABLE: readonly UserServiceStatus[] = ['BLOCK', 'NOT PAID', 'ERROR'];

/** Removes a service that does not run, or with `force` an ACTIVE one, and returns what is unused (domain.md 3.6, 2.9). */
export const draftRemove: Drafting<'remove'> = ({ target, force }, tree, facts, settled) => {
  const node = tree.node(target);
  if (!REMOVABLE.includes(node.status) && !(force && node.status === 'ACTIVE')) throw wrongStatus('delete', node);
  requireNoProgressBelow(tree, target);
  const work = walk({ tree, facts, settled, target, trigger: 'REMOVE' });
  if (isExpired(node, facts.at)) return work;
  const fields: NodeFields = { expire: facts.at, ...work.fields.get(target) };
  return draft({ ...work, fields: new Map([...work.fields, [target, fields]]) });
};
