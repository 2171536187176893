import {
  changeService,
  deleteService,
  type JsonObject,
  listOffersOfUser,
  orderForUser,
  type ServiceRow,
} from '@countinghouse/contracts';
import { type Arguments, hashOf } from './arguments.ts';
import { copyForTemplate, mergedJson, toJsonValue } from './json-value.ts';
import type { Members, ModelObject } from './model-object.ts';
import { parsed } from './parsed-arguments.ts';
import { isTrue } from './query/query-state.ts';

type Service = ModelObject<ServiceRow>;

/** The members of the catalogue that write (templates.md 2.3, column W). */
export const serviceWrites: Members<ServiceRow> = {
  reg: (self, args) => ordered(self, 'service.reg', args),
  create_for_api: (self, args) => ordered(self, 'service.create_for_api', args),
  set: (self, args) => changed(self, 'service.set', toJsonValue(args.pairs()) as JsonObject),
  set_settings: async (self, args) => {
    const row = await self.existing();
    const change = toJsonValue(hashOf(args.all[0]) ?? args.named) as JsonObject;
    return changed(self, 'service.set_settings', { config: mergedJson((row?.config ?? {}) as JsonObject, change) });
  },
  delete: async (self) => {
    await self.render.write('service.delete', deleteService, { service_id: idOf(self, 'service.delete') });
    return '';
  },
};

function idOf({ id }: Service, member: string): number {
  if (id === undefined) throw new Error(`${member}: there is no service`);
  return id;
}

async function changed(self: Service, member: string, given: JsonObject): Promise<string> {
  const args = parsed(changeService, { ...given, service_id: idOf(self, member) });
  await self.render.write(member, changeService, args);
  return '';
}

/** Orders for the current user; answers the row. Only what he may order himself where `check_allow_to_order` says so. */
async function ordered(self: Service, member: string, args: Arguments): Promise<unknown> {
  self.render.requireWrite(member);
  const userId = self.render.currentUserId;
  if (userId === null) throw new Error(`${member}: there is no user`);
  const { check_allow_to_order: isChecked, service_id: serviceId = self.id, ...more } = args.pairs();
  if (isTrue(isChecked)) {
    const { rows } = await self.render.read(listOffersOfUser, { user_id: userId, limit: 0 }, userId);
    if (!rows.some((row) => row.service_id === Number(serviceId))) throw new Error(`${member}: it cannot be ordered`);
  }
  const given = { ...(toJsonValue({ ...more, service_id: serviceId }) as JsonObject), user_id: userId };
  const { rows } = await self.render.write(member, orderForUser, parsed(orderForUser, given), userId);
  return copyForTemplate(rows[0]);
}
