import { NO_CHANGE } from '../draft.ts';
import type { Drafting } from '../intent.ts';
import { hasProgressBelow } from '../refusal.ts';
import { walk } from '../walk.ts';

/** What billing has due now (domain.md 3.2). While commands run below, it waits for the next time. */
export const draftTouch: Drafting<'touch'> = ({ target }, tree, facts, settled) => {
  if (settled.length === 0 && hasProgressBelow(tree, target)) return NO_CHANGE;
  return walk({ tree, facts, settled, target, trigger: 'PROLONGATE' });
};
