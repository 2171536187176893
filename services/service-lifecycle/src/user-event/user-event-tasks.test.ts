import type { ServiceEventRow } from '@countinghouse/contracts';
import { expect, test } from 'vitest';
import { tasksOfUserEvent } from './user-event-tasks.ts';

const ROWS = ['registered', 'Credit', 'user_password_reset', 'other'].map(
  (name, index): ServiceEventRow => ({
    id: index + 1,
    kind: 'UserService',
    title: name,
    name,
    server_gid: 0,
    settings: null,
  }),
);

function settingsOf(type: string, data: object): unknown[] {
  const tasks = tasksOfUserEvent({ id: 'e', type, data: { user_id: 7, ...data } }, ROWS);
  return tasks.map(({ event, settings }) => [event.method ?? event.id, settings]);
}

test('a task of a user knows its cause, where there is one (peer-http-api.md, "Spool tasks created by HTTP calls")', () => {
  expect(settingsOf('payment', { pay_id: 3, money: 5 })).toEqual([['activate_services', { pay_id: 3 }]]);
  expect(settingsOf('bonus', { bonus_id: 4, bonus: 5 })).toEqual([['activate_services', { bonus_id: 4 }]]);
  expect(settingsOf('credit', { credit: 9 })).toEqual([
    ['activate_services', { credit: 9 }],
    [2, { credit: 9 }],
  ]);
  expect(settingsOf('credit', {})).toEqual([
    ['activate_services', {}],
    [2, {}],
  ]);
  expect(settingsOf('registered', {})).toEqual([[1, null]]);
  expect(settingsOf('user_password_reset', {})).toEqual([[3, null]]);
});
