import type { BusEvent } from '@countinghouse/bus';
import type { EventBatchConsumer } from '@countinghouse/service';
import type { Store } from '@countinghouse/store';
import { nameKey, type ServiceEvents } from '../service-event/service-events.ts';
import { enqueue } from '../spool/task.ts';
import { TASK_EVENTS, tasksOfUserEvent } from './user-event-tasks.ts';

/** Makes tasks of what other services tell about users; the same event makes them once. */
export function userEventConsumer(store: Store, events: ServiceEvents, now: () => Date): EventBatchConsumer {
  const handleAll = async (happened: readonly BusEvent[]): Promise<void> => {
    const rows = await events.named([...new Set(happened.map(({ type }) => nameKey(type)))]);
    await enqueue(
      store,
      happened.flatMap((event) => tasksOfUserEvent(event, rows)),
      now(),
    );
  };
  return { types: TASK_EVENTS, handleAll };
}
