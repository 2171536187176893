import {
  AUTO_PAYMENT_REQUESTED_EVENT,
  type AutoPaymentRequested,
  type JsonObject,
  MAIL_REQUESTED_EVENT,
  type MailRequested,
  REGISTERED_EVENT,
  type ServiceEventRow,
  USER_PASSWORD_RESET_EVENT,
} from '@countinghouse/contracts';
import { autoPaymentTask } from '../pay-system/auto-payment-task.ts';
import { taskEventOf } from '../service-event/matching-events.ts';
import { nameKey } from '../service-event/service-events.ts';
import type { NewTask } from '../spool/task.ts';

/** What happened to a user, by its own name and as the bus tells it. */
export interface UserEvent {
  /** Unique: the keys of its tasks follow from it. */
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
}

/** Events that wake up what waits for money, with the setting that names their cause (domain.md 4.2). */
const MONEY_EVENTS: Readonly<Record<string, { readonly title: string; readonly setting: string }>> = {
  payment: { title: 'user payment', setting: 'pay_id' },
  bonus: { title: 'user payment with bonuses', setting: 'bonus_id' },
  credit: { title: 'user payment by credit', setting: 'credit' },
};

/** The types of events that make tasks. */
export const TASK_EVENTS: readonly string[] = [
  ...Object.keys(MONEY_EVENTS),
  REGISTERED_EVENT,
  USER_PASSWORD_RESET_EVENT,
  MAIL_REQUESTED_EVENT,
  AUTO_PAYMENT_REQUESTED_EVENT,
];

/** The built-in task of an event and one for each row configured for its name, whatever its category. */
export function tasksOfUserEvent(event: UserEvent, rows: readonly ServiceEventRow[]): NewTask[] {
  if (event.type === MAIL_REQUESTED_EVENT) return [mailTask(event.id, event.data as unknown as MailRequested)];
  if (event.type === AUTO_PAYMENT_REQUESTED_EVENT) {
    return [autoPaymentTask(event.id, event.data as unknown as AutoPaymentRequested)];
  }
  const settings = settingsOfEvent(event);
  const common = { user_id: event.data.user_id as number, user_service_id: null, settings };
  const configured = rows
    .filter((row) => nameKey(row.name) === nameKey(event.type))
    .map((row) => ({ ...common, key: `event:${event.id}:${row.id}`, event: taskEventOf(row) }));
  return [...builtIn(event).map((task) => ({ ...common, ...task })), ...configured];
}

function builtIn({ id, type }: UserEvent): Pick<NewTask, 'key' | 'event'>[] {
  const money = MONEY_EVENTS[type];
  if (!money) return [];
  const { title } = money;
  return [
    { key: `event:${id}`, event: { kind: 'UserService', title, name: nameKey(type), method: 'activate_services' } },
  ];
}

/** What the event is about; none but those of money is about anything but the user. */
function settingsOfEvent({ type, data }: UserEvent): JsonObject | null {
  const setting = MONEY_EVENTS[type]?.setting;
  if (setting === undefined) return null;
  const value = data[setting];
  return value === undefined ? {} : { [setting]: value };
}

function mailTask(id: string, mail: MailRequested): NewTask {
  const { user_id, title, server_gid, to, from, subject, message } = mail;
  return {
    key: `event:${id}`,
    user_id,
    user_service_id: null,
    event: { kind: 'UserService', title, name: 'SYSTEM', server_gid },
    settings: { to, subject, message, ...(from === undefined ? {} : { from }) },
  };
}
