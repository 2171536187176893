const EVENTS = ['CREATE', 'BLOCK', 'BLOCK FORCE', 'REMOVE', 'PROLONGATE', 'ACTIVATE', 'ACTIVATE FORCE'];
const TASK_STATES = ['NEW', 'SUCCESS', 'FAIL', 'DELAYED', 'STUCK', 'PAUSED'];

function named(prefix: string, words: readonly string[]): Record<string, string> {
  return Object.fromEntries(words.map((word) => [`${prefix}_${word.replaceAll(' ', '_')}`, word]));
}

/** The constants of every template (templates.md 1.3). */
export const CONSTANTS: Readonly<Record<string, string | number>> = {
  SUCCESS: 1,
  FAIL: 0,
  ...named('STATUS', ['INIT', 'PROGRESS', 'ACTIVE', 'BLOCK', 'REMOVED', 'ERROR']),
  STATUS_WAIT_FOR_PAY: 'NOT PAID',
  ...named('EVENT', EVENTS),
  EVENT_NOT_ENOUGH_MONEY: 'NOT_ENOUGH_MONEY',
  EVENT_CHANGED: 'CHANGED',
  EVENT_CHANGED_TARIFF: 'CHANGED_TARIFF',
  ...named('TASK', TASK_STATES),
  GROUP_ID_LOCAL: 1,
  GROUP_ID_MAIL: 2,
};
