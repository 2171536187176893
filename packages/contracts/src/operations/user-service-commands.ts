import * as field from '../field.ts';
import { operation } from '../operation.ts';
import { argumentsOf } from '../resource.ts';
import { type UserServiceRow, userService } from '../resources/user-service.ts';
import { autoBill, target, targetNames, tariffChange } from './user-service-arguments.ts';

const owner = 'service-lifecycle';
const path = '/v1/admin/user/service';

/** A command on one service of a user, by an administrator; answers the row as it is afterwards. */
function command<const F extends Parameters<typeof argumentsOf>[0], const R extends keyof F & string = never>(
  name: string,
  summary: string,
  more: F,
  required: readonly R[] = [],
) {
  return operation({
    id: `user-service.${name}`,
    owner,
    summary,
    access: 'admin',
    http: { method: 'POST', path: `${path}/${name}` },
    args: argumentsOf({ ...target, ...more }, [...targetNames, ...required]),
    result: 'rows',
    item: userService.fields,
    errors: [404, 408],
  });
}

export const stopUserService = command('stop', 'Blocks an ACTIVE service', autoBill);
export const activateUserService = command('activate', 'Activates a BLOCKed service, renewing it first', autoBill);
export const touchUserService = command('touch', 'Does now what billing has due for a service', {});
export const changeTariff = command('change', 'Changes the tariff of a service', tariffChange, ['service_id']);
export const setUserServiceStatus = command(
  'status',
  'Writes the status without events',
  { status: field.text({ oneOf: ['ACTIVE', 'BLOCK'] }) },
  ['status'],
);
export const finishUserService = command('finish', 'Ends the paid period now and returns what is unused', {
  money_back: field.flag({ default: 1 }),
});
export const recalcUserService = command('recalc', 'Prices an unpaid write-off anew', { months: field.period() });
export const extendUserService = command('extend', 'Adds time for money', { money: field.money({ min: 0.01 }) }, [
  'money',
]);

/** Runs the commands of a service event for one service, as if it happened again (domain.md 3.4). */
export const runServiceEvent = operation<
  { user_id: number; user_service_id: number; event: string },
  'rows',
  UserServiceRow
>({
  id: 'user-service.run-event',
  owner,
  summary: 'Runs the commands of an event for a user service',
  access: 'internal',
  args: argumentsOf({ ...target, event: field.text({ max: 32 }) }, [...targetNames, 'event']),
  result: 'rows',
  item: userService.fields,
  errors: [404, 408],
});

export const userServiceCommands = [
  stopUserService,
  activateUserService,
  touchUserService,
  changeTariff,
  setUserServiceStatus,
  finishUserService,
  recalcUserService,
  extendUserService,
  runServiceEvent,
] as const;
