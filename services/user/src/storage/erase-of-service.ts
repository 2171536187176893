import type { EventConsumer } from '@countinghouse/service';
import type { Storage } from './storage.ts';

/** Published by service-lifecycle whenever the status of a user service changes. */
const SERVICE_CHANGED = 'service.changed';

/** What was stored for a service goes when it becomes REMOVED (domain.md 1.18). */
export function eraseStorageOfRemoved(storage: Storage): EventConsumer {
  const handle: EventConsumer['handle'] = async ({ data }) => {
    if (data.after !== 'REMOVED') return;
    await storage.deleteOfService(Number(data.user_service_id));
  };
  return { types: [SERVICE_CHANGED], handle };
}
