import {
  addBonus,
  addPayment,
  addUserWithdraw,
  type BonusRow,
  changeUserWithdraw,
  deleteUserWithdraw,
  type JsonObject,
  type Operation,
  type PayRow,
  type WithdrawRow,
} from '@countinghouse/contracts';
import type { Arguments } from './arguments.ts';
import { toJsonValue } from './json-value.ts';
import type { Members, ModelObject } from './model-object.ts';
import { parsed } from './parsed-arguments.ts';

/** The members of payments, bonuses and write-offs that write (templates.md 2.3, column W). `add` answers the id. */
export const payWrites: Members<PayRow> = { add: (self, args) => added(self, 'pay.add', addPayment, args) };
export const bonusWrites: Members<BonusRow> = { add: (self, args) => added(self, 'bonus.add', addBonus, args) };
export const withdrawWrites: Members<WithdrawRow> = {
  add: (self, args) => added(self, 'wd.add', addUserWithdraw, args),
  set: (self, args) => ofRow(self, 'wd.set', changeUserWithdraw, args),
  delete_unpaid: (self, args) => ofRow(self, 'wd.delete_unpaid', deleteUserWithdraw, args),
};

async function added<Row extends object>(
  self: ModelObject<Row>,
  member: string,
  operation: Operation,
  args: Arguments,
): Promise<unknown> {
  self.render.requireWrite(member);
  const userId = self.owner?.userId ?? self.render.currentUserId;
  if (userId === null) throw new Error(`${member}: there is no user`);
  const given = { user_id: userId, ...(toJsonValue(args.pairs()) as JsonObject) };
  const reply = await self.render.write(member, operation, parsed(operation, given), userId);
  const [row] = (reply as { readonly rows: readonly object[] }).rows;
  return row && Reflect.get(row, self.kind.resource.key);
}

async function ofRow(
  self: ModelObject<WithdrawRow>,
  member: string,
  operation: Operation,
  args: Arguments,
): Promise<string> {
  self.render.requireWrite(member);
  const row = await self.existing();
  if (!row) throw new Error(`${member}: there is no write-off`);
  const { user_id, withdraw_id } = row;
  const given = { ...(toJsonValue(args.pairs()) as JsonObject), user_id, withdraw_id };
  await self.render.write(member, operation, parsed(operation, given), user_id);
  return '';
}
