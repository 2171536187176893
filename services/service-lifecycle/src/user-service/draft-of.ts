import type { Draft } from './draft.ts';
import { draftActivate } from './drafts/activate.ts';
import { draftEditWithdraw } from './drafts/edit-withdraw.ts';
import { draftExtend, draftFinish } from './drafts/finish.ts';
import { draftOrder } from './drafts/order.ts';
import { draftRecalc } from './drafts/recalc.ts';
import { draftRemove } from './drafts/remove.ts';
import { draftStop } from './drafts/stop.ts';
import { draftTariff } from './drafts/tariff.ts';
import { draftTouch } from './drafts/touch.ts';
import { draftEventDone, draftRunEvent, draftStatus, draftWrite } from './drafts/write.ts';
import type { Drafting, Intent, IntentKind } from './intent.ts';
import type { Settled } from './settled.ts';
import type { Facts } from './situation.ts';
import type { Tree } from './tree.ts';

const DRAFTINGS: { readonly [K in IntentKind]: Drafting<K> } = {
  order: draftOrder,
  touch: draftTouch,
  stop: draftStop,
  activate: draftActivate,
  remove: draftRemove,
  tariff: draftTariff,
  finish: draftFinish,
  recalc: draftRecalc,
  extend: draftExtend,
  status: draftStatus,
  write: draftWrite,
  'event-done': draftEventDone,
  'edit-withdraw': draftEditWithdraw,
  'run-event': draftRunEvent,
};

/** What an intent comes to, given what billing has answered so far. Pure. */
export function draftOf(intent: Intent, tree: Tree, facts: Facts, settled: readonly Settled[]): Draft {
  const drafting = DRAFTINGS[intent.kind] as Drafting<IntentKind>;
  return drafting(intent, tree, facts, settled);
}
