import * as field from '../field.ts';
import { pick } from '../resource.ts';
import { userService } from '../resources/user-service.ts';

/** The two ids that every command of an administrator on one service takes. */
export const target = pick(userService.fields, ['user_id', 'user_service_id']);
export const targetNames = ['user_id', 'user_service_id'] as const;

export const autoBill = { auto_bill: field.flag({ description: 'Written with it' }) } as const;

/** What a change of the tariff takes. */
export const tariffChange = {
  service_id: userService.fields.service_id,
  finish_active: field.flag({ default: 1, description: '0: the tariff changes when the paid period ends' }),
  allow_partial_period: field.flag({ default: 0, description: 'Buy a shorter period where money is short' }),
} as const;
