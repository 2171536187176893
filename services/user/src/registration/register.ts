import { Fault, hasAdminRights, type RegistrationArguments, register } from '@countinghouse/contracts';
import { type AddressLimit, type Context, type Implementation, implement, plainAddress } from '@countinghouse/service';
import type { Configuration } from '../configuration/configuration.ts';
import type { NewUser, UserCreation } from '../user/user-creation.ts';
import type { UserRows } from '../user/user-rows.ts';
import type { Users } from '../user/users.ts';
import type { Captchas } from './captchas.ts';

interface Parts {
  readonly configuration: Configuration;
  readonly captchas: Captchas;
  readonly registrations: AddressLimit;
  readonly creation: UserCreation;
  readonly users: Users;
  readonly rows: UserRows;
}

/** `PUT /v1/user` (peer-http-api.md 3.7): full_name and everything else but the partner is ignored. */
export function registerUsers(parts: Parts): Implementation {
  return implement(register, async (args, context) => {
    await requireOpen(args, parts);
    const { caller } = context;
    await parts.registrations.require(caller.address);
    const created = await parts.creation.create(await newUserOf(args, context, parts.users), context, () =>
      parts.registrations.count(caller.address),
    );
    return { rows: [await parts.rows.rowOf(created, hasAdminRights(caller))] };
  });
}

async function requireOpen(args: RegistrationArguments, { configuration, captchas }: Parts): Promise<void> {
  const billing = await configuration.value('billing');
  const { allow_user_register_api: allowed = 1, allow_user_register_captcha: captcha } = billing;
  if (isOff(allowed)) throw new Fault(403, 'Registration of new users is prohibited');
  if (isOff(captcha)) return;
  const answer = String(args.captcha_answer ?? '').trim();
  if (!(await captchas.redeem(args.captcha_token ?? '', answer))) throw new Fault(403, 'Invalid captcha');
}

function isOff(value: unknown): boolean {
  return value === undefined || value === null || value === 0 || value === '0' || value === false || value === '';
}

/** A partner who does not exist is left out. */
async function newUserOf(args: RegistrationArguments, { caller }: Context, users: Users): Promise<NewUser> {
  const { login, password, partner_id: partnerId } = args;
  const partner = partnerId ? await users.find(partnerId) : undefined;
  const settings = caller.address ? { ip: plainAddress(caller.address) } : {};
  return { login, password, registered: true, fields: { settings, ...(partner ? { partner_id: partner._id } : {}) } };
}
