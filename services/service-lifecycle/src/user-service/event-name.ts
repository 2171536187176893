import type { UserServiceStatus } from '@countinghouse/contracts';

/** What happens to a service and has commands (domain.md 3.1). */
export const EVENT_NAMES = [
  'CREATE',
  'NOT_ENOUGH_MONEY',
  'PROLONGATE',
  'BLOCK',
  'ACTIVATE',
  'REMOVE',
  'CHANGED',
  'CHANGED_TARIFF',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

/** What a change starts with: an event, or the two that an administrator forces. */
export type Trigger = EventName | 'BLOCK FORCE' | 'ACTIVATE FORCE';

type StatusEvent = Exclude<EventName, 'CHANGED' | 'CHANGED_TARIFF'>;

const FINAL_STATUS: Readonly<Record<StatusEvent, UserServiceStatus>> = {
  CREATE: 'ACTIVE',
  ACTIVATE: 'ACTIVE',
  PROLONGATE: 'ACTIVE',
  BLOCK: 'BLOCK',
  REMOVE: 'REMOVED',
  NOT_ENOUGH_MONEY: 'NOT PAID',
};

/** The status in which an event ends; undefined for those that change none. */
export function finalStatusOf(event: EventName): UserServiceStatus | undefined {
  return event === 'CHANGED' || event === 'CHANGED_TARIFF' ? undefined : FINAL_STATUS[event];
}

export function isEventName(name: string): name is EventName {
  return (EVENT_NAMES as readonly string[]).includes(name);
}

const COMMANDS_ALLOWED_FROM: Readonly<Record<StatusEvent, readonly UserServiceStatus[]>> = {
  CREATE: ['NOT PAID', 'INIT'],
  NOT_ENOUGH_MONEY: ['INIT'],
  PROLONGATE: ['ACTIVE'],
  BLOCK: ['ACTIVE'],
  ACTIVATE: ['BLOCK'],
  REMOVE: ['ACTIVE', 'BLOCK'],
};

/** May the commands of an event run from this status? (domain.md 3.4 b) */
export function commandsAllowed(event: EventName, status: UserServiceStatus): boolean {
  if (status === 'REMOVED') return false;
  if (status === 'PROGRESS' || event === 'CHANGED' || event === 'CHANGED_TARIFF') return true;
  return COMMANDS_ALLOWED_FROM[event].includes(status);
}

/** Events whose commands do not hold the service in PROGRESS. */
export function runsBeside(event: EventName): boolean {
  return event === 'PROLONGATE' || event === 'CHANGED' || event === 'CHANGED_TARIFF';
}
