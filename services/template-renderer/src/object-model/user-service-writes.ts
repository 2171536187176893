import {
  activateUserService,
  changeTariff,
  changeUserService,
  deleteUserService,
  extendUserService,
  finishUserService,
  type JsonObject,
  type Operation,
  orderForUser,
  queueTask,
  recalcUserService,
  runServiceEvent,
  setUserServiceStatus,
  stopUserService,
  touchUserService,
  type UserServiceRow,
} from '@countinghouse/contracts';
import { Arguments, hashOf, textOf } from './arguments.ts';
import { modelById } from './common-members.ts';
import { mergedJson, toJsonValue } from './json-value.ts';
import { randomText } from './misc.ts';
import type { Members, ModelObject } from './model-object.ts';
import { parsed } from './parsed-arguments.ts';

type Us = ModelObject<UserServiceRow>;

/** The members of user services that write (templates.md 2.3, column W). */
export function userServiceWrites(): Members<UserServiceRow> {
  return {
    set: (self, args) => command(self, 'us.set', changeUserService, args.pairs()),
    set_settings: (self, args) => mergeSettings(self, args),
    settings: (self, args) => (args.all.length > 0 ? mergeSettings(self, args) : self.column('settings')),
    settings_save: () => '',
    block: (self, args) => command(self, 'us.block', stopUserService, optional(args, 'auto_bill')),
    stop: (self, args) => command(self, 'us.stop', stopUserService, optional(args, 'auto_bill')),
    activate: (self, args) => command(self, 'us.activate', activateUserService, optional(args, 'auto_bill')),
    finish: (self, args) => command(self, 'us.finish', finishUserService, optional(args, 'money_back')),
    delete: (self) => command(self, 'us.delete', deleteUserService, {}),
    delete_force: (self) => command(self, 'us.delete_force', deleteUserService, { force: 1 }),
    change: (self, args) => command(self, 'us.change', changeTariff, { service_id: args.positional[0], ...args.named }),
    touch: (self) => command(self, 'us.touch', touchUserService, {}),
    recalc: (self, args) => command(self, 'us.recalc', recalcUserService, optional(args, 'months')),
    add_period_by_money: (self, args) =>
      command(self, 'us.add_period_by_money', extendUserService, { money: args.positional[0] }),
    set_status_manual: (self, args) =>
      command(self, 'us.set_status_manual', setUserServiceStatus, { status: args.positional[0] }),
    create: (self, args) => create(self, args),
    event: (self, args) => command(self, 'us.event', runServiceEvent, { event: args.text(0) }),
    make_event: (self, args) => command(self, 'us.make_event', runServiceEvent, { event: args.text(0) }),
    make_commands_by_event: (self, args) =>
      command(self, 'us.make_commands_by_event', runServiceEvent, { event: args.text(0) }),
    make_custom_event: (self, args) => customEvent(self, args),
    gen_store_pass: (self, args) => storedPassword(self, args),
  };
}

/** A named argument, or the first positional one in its place. */
function optional(args: Arguments, name: string): Record<string, unknown> {
  const value = args.named[name] ?? args.first();
  return value === undefined ? {} : { [name]: value };
}

async function command(
  self: Us,
  member: string,
  operation: Operation,
  given: Readonly<Record<string, unknown>>,
): Promise<string> {
  self.render.requireWrite(member);
  const row = await self.existing();
  if (!row) throw new Error(`${member}: there is no service`);
  const args = { ...(toJsonValue(given) as JsonObject), user_id: row.user_id, user_service_id: row.user_service_id };
  await self.render.write(member, operation, parsed(operation, args), row.user_id);
  return '';
}

async function mergeSettings(self: Us, args: Arguments): Promise<string> {
  self.render.requireWrite('us.set_settings');
  const row = await self.existing();
  const change = toJsonValue(hashOf(args.all[0]) ?? args.named) as JsonObject;
  const settings = mergedJson((row?.settings ?? {}) as JsonObject, change);
  return command(self, 'us.set_settings', changeUserService, { settings });
}

/** Orders a service for the user; answers the object. */
async function create(self: Us, args: Arguments): Promise<object | undefined> {
  self.render.requireWrite('us.create');
  const userId = self.owner?.userId ?? (await self.existing())?.user_id ?? self.render.currentUserId;
  if (userId === null) throw new Error('us.create: there is no user');
  const service = args.first() === undefined ? {} : { service_id: args.first() };
  const given = { ...(toJsonValue({ ...service, ...args.named }) as JsonObject), user_id: userId };
  const { rows } = await self.render.write('us.create', orderForUser, parsed(orderForUser, given), userId);
  const id: unknown = rows[0] && Reflect.get(rows[0], 'user_service_id');
  return typeof id === 'number' ? (await modelById(self.render, self.kind, id))?.handle : undefined;
}

/** A task of the template's own for the service: `us.make_custom_event( name, title, transport, template_id, … )` (domain.md 3.8). */
async function customEvent(self: Us, args: Arguments): Promise<number | undefined> {
  self.render.requireWrite('us.make_custom_event');
  const row = await self.existing();
  if (!row) throw new Error('us.make_custom_event: there is no service');
  const { name = 'CUSTOM', title = '', transport, template_id, prio, delay, settings } = args.pairs();
  const { server_id: serverId } = { ...(row.settings as { server_id?: unknown } | null) };
  if (serverId === undefined && (transport === undefined || template_id === undefined)) {
    throw new Error('us.make_custom_event: expected transport and template_id, or a service that is on a server');
  }
  const own = (toJsonValue(hashOf(settings) ?? {}) as JsonObject) ?? {};
  const event = {
    kind: 'UserService',
    name: textOf(name).toUpperCase(),
    title: textOf(title),
    settings: {
      ...(transport === undefined ? {} : { transport }),
      ...(template_id === undefined ? {} : { template_id }),
    },
  };
  const given = {
    user_id: row.user_id,
    event: toJsonValue(event),
    settings: {
      ...(serverId === undefined ? {} : { server_id: toJsonValue(serverId) }),
      ...own,
      user_service_id: row.user_service_id,
    },
    ...(prio === undefined ? {} : { prio: toJsonValue(prio) }),
    ...(delay === undefined ? {} : { delayed: toJsonValue(delay) }),
  };
  const { rows } = await self.render.write('us.make_custom_event', queueTask, parsed(queueTask, given), row.user_id);
  return rows[0]?.id;
}

const PASSWORD_LENGTH = 10;
const PASSWORD_LENGTH_MAX = 128;

/** Stores a new password in the settings of the service and answers it. */
async function storedPassword(self: Us, args: Arguments): Promise<string> {
  self.render.requireWrite('us.gen_store_pass');
  const length = Math.min(Number(args.first() ?? PASSWORD_LENGTH) || PASSWORD_LENGTH, PASSWORD_LENGTH_MAX);
  const password = randomText(length);
  await mergeSettings(self, new Arguments([{ password }]));
  return password;
}
