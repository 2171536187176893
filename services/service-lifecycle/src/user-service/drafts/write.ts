import { draft, NO_CHANGE, type NodeFields } from '../draft.ts';
import { finalStatusOf, isEventName } from '../event-name.ts';
import type { Drafting } from '../intent.ts';
import { wrongStatus } from '../refusal.ts';
import { isQueuedByChange } from '../stored-change.ts';
import { settingsOf, type UserServiceDocument } from '../user-service-document.ts';

/** What an administrator may write into a service directly. */
export const draftWrite: Drafting<'write'> = ({ target, autoBill, next, settings }) => {
  const fields: NodeFields = {
    ...(autoBill === undefined ? {} : { auto_bill: autoBill }),
    ...(next === undefined ? {} : { next }),
    ...(settings === undefined ? {} : { settings }),
  };
  return Object.keys(fields).length === 0 ? NO_CHANGE : draft({ fields: new Map([[target, fields]]) });
};

/** A status without events; nothing brings a REMOVED service back. */
export const draftStatus: Drafting<'status'> = ({ target, status }, tree) => {
  const node = tree.node(target);
  if (node.status === 'REMOVED') throw wrongStatus('change', node);
  return node.status === status ? NO_CHANGE : draft({ statuses: new Map([[target, status]]) });
};

/**
 * Runs the commands of an event again, whatever billing says. A service in PROGRESS waits for them from then on, so that one
 * whose tasks are gone gets on; those of PROLONGATE run beside a service that runs, and would end the waiting.
 */
export const draftRunEvent: Drafting<'run-event'> = ({ target, event }, tree) => {
  const { status } = tree.node(target);
  const refused = status === 'REMOVED' || (status === 'PROGRESS' && event === 'PROLONGATE');
  if (!isEventName(event) || refused) return NO_CHANGE;
  return draft({ events: [{ id: target, event }] });
};

/**
 * A task of an event succeeded: the service takes the event's status (domain.md 4.3, step 8); where a change queued the task,
 * only if the service still waits for it. The server that the task ran on is kept where the service has none.
 */
export const draftEventDone: Drafting<'event-done'> = ({ target, event, taskKey, serverId }, tree) => {
  const node = tree.node(target);
  if (node.status === 'REMOVED') return NO_CHANGE;
  const settings = settingsOf(node);
  const keepsServer = serverId !== null && settings.server_id === undefined;
  const fields = keepsServer ? new Map([[target, { settings: { ...settings, server_id: serverId } }]]) : new Map();
  const counts = taskKey === null || !isQueuedByChange(taskKey) || waitsFor(node, taskKey);
  const ends = counts && isEventName(event) && finalStatusOf(event) !== undefined;
  return draft({ fields, finished: ends && isEventName(event) ? [{ id: target, event }] : [] });
};

function waitsFor({ progress }: UserServiceDocument, taskKey: string): boolean {
  return progress?.waitsFor === 'tasks' && progress.tasks.includes(taskKey);
}
