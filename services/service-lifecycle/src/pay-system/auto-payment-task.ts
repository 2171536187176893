import type { AutoPaymentRequested } from '@countinghouse/contracts';
import type { NewTask } from '../spool/task.ts';

/** The kind of the tasks that ask pay systems. */
export const PAY_SYSTEM_KIND = 'PaySystem';
export const AUTO_PAYMENT_METHOD = 'auto_payment';

/** The task of an event that asks for an automatic payment; one per event. */
export function autoPaymentTask(eventId: string, { user_id, ps, url, amount }: AutoPaymentRequested): NewTask {
  return {
    key: `event:${eventId}`,
    user_id,
    user_service_id: null,
    event: {
      kind: PAY_SYSTEM_KIND,
      title: 'automatic payment',
      name: 'AUTO_PAYMENT',
      method: AUTO_PAYMENT_METHOD,
    },
    settings: { ps, url, amount },
  };
}
