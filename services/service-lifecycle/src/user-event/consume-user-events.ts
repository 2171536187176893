import type { BusEvent } from '@countinghouse/bus';
import type { Store } from '@countinghouse/store';
import { nameKey, type ServiceEvents } from '../service-event/service-events.ts';
import { enqueue } from '../spool/task.ts';
import { makesTasks, tasksOfUserEvent } from './user-event-tasks.ts';

/** Makes tasks of what other services tell about users; the same event makes them once. */
export function userEventConsumer(store: Store, events: ServiceEvents, now: () => Date) {
  return async (event: BusEvent): Promise<void> => {
    if (!makesTasks(event.type)) return;
    const rows = await events.named([nameKey(event.type)]);
    await enqueue(store, tasksOfUserEvent(event, rows), now());
  };
}
