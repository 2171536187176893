import {
  addBonus,
  addPayment,
  correctAccount,
  deleteAutoPayment,
  Fault,
  type JsonObject,
  type JsonValue,
  makeAutoPayment,
  mergeSettings,
  openSessionOf,
  recountAccount,
  registerUser,
  removeUser,
  setEmailOf,
  setNewPassword,
  type UserRow,
  writeUser,
} from '@countinghouse/contracts';
import { type Arguments, hashOf, textOf } from './arguments.ts';
import { copyForTemplate, deletingEmpty, toJsonValue } from './json-value.ts';
import type { Member, Members, ModelObject } from './model-object.ts';
import { parsed } from './parsed-arguments.ts';

type User = ModelObject<UserRow>;

function ofUser(self: User, args: Arguments): Record<string, JsonValue> {
  return { ...(toJsonValue(args.pairs()) as Record<string, JsonValue>), user_id: requireId(self) };
}

function requireId(self: User): number {
  if (self.id === undefined) throw new Error('user: there is no user');
  return self.id;
}

/** The members of users that write (templates.md 2.3, column W): only where the settings allow it. */
export function userWrites(): Members<UserRow> {
  const writes = Object.entries({ ...accountWrites(), ...personalWrites() });
  return Object.fromEntries(
    writes.map(([name, write]): [string, Member<UserRow>] => [
      name,
      (self, args) => {
        self.render.requireWrite(`user.${name}`);
        return write(self, args);
      },
    ]),
  );
}

function personalWrites(): Members<UserRow> {
  return {
    set: (self, args) => {
      const given = ofUser(self, args);
      // A template acts for its caller, but gives nobody the rights of an administrator.
      if ('gid' in given) self.render.requireAdministrator('user.set( gid )');
      return changed(self, 'user.set', given);
    },
    set_settings: async (self, args) => {
      const settings = deletingEmpty(toJsonValue(hashOf(args.all[0]) ?? args.named) as JsonObject);
      await self.render.write('user.set_settings', mergeSettings, { user_id: requireId(self), settings });
      return '';
    },
    set_email: async (self, args) => {
      const reply = await self.render.write(
        'user.set_email',
        setEmailOf,
        parsed(setEmailOf, { user_id: requireId(self), email: args.text(0) || args.pairs().email }),
      );
      return reply.rows[0]?.msg;
    },
    set_new_passwd: (self, args) => newPassword(self, 'user.set_new_passwd', args),
    passwd: (self, args) => newPassword(self, 'user.passwd', args),
    gen_session: async (self, args) => {
      const usi = args.pairs().usi;
      const given = parsed(openSessionOf, { user_id: requireId(self), ...(usi === undefined ? {} : { usi }) });
      const { rows } = await self.render.write('user.gen_session', openSessionOf, given);
      return copyForTemplate(rows[0]);
    },
    reg: async (self, args) => {
      const { rows } = await self.render.write('user.reg', registerUser, parsed(registerUser, args.json()));
      return copyForTemplate(rows[0]);
    },
    delete: async (self, args) => {
      const force = toJsonValue(args.pairs().force ?? 0);
      await self.render.write('user.delete', removeUser, parsed(removeUser, { user_id: requireId(self), force }));
      return '';
    },
  };
}

function accountWrites(): Members<UserRow> {
  return {
    payment: async (self, args) => {
      const { rows } = await self.render.write('user.payment', addPayment, parsed(addPayment, ofUser(self, args)));
      return copyForTemplate(rows[0]);
    },
    add_bonus: (self, args) => bonus(self, 'user.add_bonus', { bonus: args.positional[0], comment: args.text(1) }),
    set_bonus: (self, args) => bonus(self, 'user.set_bonus', args.pairs()),
    set_credit: (self, args) =>
      changed(self, 'user.set_credit', { user_id: requireId(self), credit: toJsonValue(args.positional[0]) }),
    set_balance: (self, args) => correction(self, args.pairs()),
    recash: async (self) => {
      self.render.requireAdministrator('user.recash');
      const given = { user_id: requireId(self), reason: 'user.recash of a template' };
      await self.render.write('user.recash', recountAccount, given);
      return '';
    },
    make_autopayment: async (self, args) => {
      const given = parsed(makeAutoPayment, { user_id: requireId(self), amount: toJsonValue(args.first()) });
      return (await self.render.write('user.make_autopayment', makeAutoPayment, given)).rows[0];
    },
    delete_autopayment: async (self, args) => {
      const paySystem = args.text(0);
      const given = paySystem === '' ? {} : { pay_system: paySystem };
      await self.render.write('user.delete_autopayment', deleteAutoPayment, given, requireId(self));
      return '';
    },
  };
}

/**
 * `user.set_balance( balance = -5, bonus = 2, comment = 'why' )` adds to balance and bonus, as `set_bonus` does: a correction in
 * the ledger, no payment.
 */
async function correction(self: User, given: Readonly<Record<string, unknown>>): Promise<string> {
  self.render.requireAdministrator('user.set_balance');
  const { balance, bonus: bonusMoney, comment, ...unknown } = given;
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw new Fault(400, `user.set_balance: expected balance, bonus, comment, not ${name}`);
  const reason = textOf(comment) || 'user.set_balance of a template';
  const amounts = toJsonValue({ money: balance ?? 0, bonus: bonusMoney ?? 0 }) as object;
  const args = parsed(correctAccount, { user_id: requireId(self), ...amounts, reason });
  await self.render.write('user.set_balance', correctAccount, args);
  return '';
}

async function changed(self: User, member: string, args: object): Promise<string> {
  await self.render.write(member, writeUser, parsed(writeUser, args));
  return '';
}

async function newPassword(self: User, member: string, args: Arguments): Promise<unknown> {
  const password = args.text(0) || textOf(args.pairs().password);
  const given = parsed(setNewPassword, { user_id: requireId(self), ...(password === '' ? {} : { password }) });
  return (await self.render.write(member, setNewPassword, given)).rows[0];
}

async function bonus(self: User, member: string, given: Readonly<Record<string, unknown>>): Promise<string> {
  const comment = given.comment === undefined || given.comment === '' ? {} : { comment: { msg: given.comment } };
  const args = { user_id: requireId(self), bonus: toJsonValue(given.bonus), ...(toJsonValue(comment) as object) };
  await self.render.write(member, addBonus, parsed(addBonus, args));
  return '';
}
