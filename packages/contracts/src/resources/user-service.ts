import * as field from '../field.ts';
import { type RowOfResource, resource } from '../resource.ts';
import { service } from './service.ts';

/** The states of a user service (domain.md 3.1). */
export const USER_SERVICE_STATUSES = ['INIT', 'NOT PAID', 'PROGRESS', 'ACTIVE', 'BLOCK', 'REMOVED', 'ERROR'] as const;
export type UserServiceStatus = (typeof USER_SERVICE_STATUSES)[number];

/** A service of a user (peer-http-api.md A9, domain.md 1.9). */
export const userService = resource({
  name: 'user_service',
  key: 'user_service_id',
  rangeField: 'created',
  fields: {
    user_service_id: field.id(),
    user_id: field.id({ hidden: true }),
    service_id: field.id(),
    auto_bill: field.flag({ default: 1, hidden: true, description: '0: left out of everything automatic' }),
    withdraw_id: field.id({
      nullable: true,
      hidden: true,
      description: 'Current write-off; null is not billed at all',
    }),
    created: field.date(),
    expire: field.date({ nullable: true, description: 'Last second of the paid period' }),
    status_before: field.text({ default: 'INIT', hidden: true, oneOf: USER_SERVICE_STATUSES }),
    status: field.text({ default: 'INIT', oneOf: USER_SERVICE_STATUSES }),
    next: field.integer({ nullable: true, min: -1, description: 'Service that follows; -1 removes at the end' }),
    parent: field.id({ nullable: true }),
    settings: field.json({ nullable: true, hidden: true, shape: 'object' }),
  },
});
export type UserServiceRow = RowOfResource<typeof userService>;

const { service_id: _id, children, next: _next, ...catalogueColumns } = service.fields;

/** A row of the administrators' list: the service of a user joined with its catalogue row and its current write-off. */
export const userServiceView = {
  ...catalogueColumns,
  children,
  ...userService.fields,
  services: field.json({ shape: 'object', description: 'The catalogue row' }),
  withdraws: field.json({ shape: 'object', description: 'The current write-off; absent where there is none' }),
};

/** A row of a user's own list. */
export const ownUserService = {
  user_service_id: userService.fields.user_service_id,
  service_id: userService.fields.service_id,
  service: field.json({ shape: 'object', description: '{name, cost, category}' }),
  created: userService.fields.created,
  expire: userService.fields.expire,
  status: userService.fields.status,
  next: userService.fields.next,
  parent: userService.fields.parent,
};
