import {
  type ArgumentsOfOperation,
  addUserWithdraw,
  changeUserWithdraw,
  deleteUserWithdraw,
  deleteWithdraw,
  editWithdraw,
  Fault,
  objectNotFound,
  prepareWithdraw,
  readWithdraws,
  type ServiceRow,
  type WithdrawRow,
} from '@countinghouse/contracts';
import { actingUser, type Context, type Implementation, implement } from '@countinghouse/service';
import { dateTextOf } from '@countinghouse/store';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { pricedServiceOf } from '../user-service/priced-service.ts';
import { requireUser } from '../user-service/require-user.ts';
import type { TreeChanges } from '../user-service/tree-changes.ts';
import type { UserServiceDocument } from '../user-service/user-service-document.ts';

/** PUT, POST and DELETE of /v1/admin/user/service/withdraw (domain.md 5.2). */
export function withdrawEditImplementations(catalogue: Catalogue, changes: TreeChanges): Implementation[] {
  return [
    implement(addUserWithdraw, async (args, context) => ({ rows: [await add(catalogue, changes, args, context)] })),
    implement(changeUserWithdraw, async (args, context) => ({
      rows: [await change(catalogue, changes, args, context)],
    })),
    implement(deleteUserWithdraw, async ({ user_id, withdraw_id }, context) => {
      const row = await requireRow(context, user_id, withdraw_id);
      const node = await changes.trees.collection.findOne({ _id: row.user_service_id });
      const current_id = node?.withdraw_id ?? null;
      return { rows: (await context.call(deleteWithdraw, { user_id, withdraw_id, current_id })).rows };
    }),
  ];
}

async function add(
  catalogue: Catalogue,
  changes: TreeChanges,
  args: ArgumentsOfOperation<typeof addUserWithdraw>,
  context: Context,
): Promise<WithdrawRow> {
  const service = await catalogue.find(args.service_id);
  if (!service) throw new Fault(400, `Can't create for not existed service`);
  const user_id = args.user_id ?? actingUser(context);
  await requireUser(context, user_id);
  const node = await requireUserService(changes, args.user_service_id, user_id);
  const { rows } = await context.call(prepareWithdraw, {
    user_id,
    user_service_id: node._id,
    service: pricedServiceOf(service),
    at: dateTextOf(context.now),
    ...termsOf(args),
    dry_run: args.dry_run === 1,
  });
  return onlyRow(rows);
}

async function change(
  catalogue: Catalogue,
  changes: TreeChanges,
  args: ArgumentsOfOperation<typeof changeUserWithdraw>,
  context: Context,
): Promise<WithdrawRow> {
  const row = await requireRow(context, args.user_id, args.withdraw_id);
  const node = await requireUserService(changes, args.user_service_id ?? row.user_service_id, args.user_id);
  if (row.user_service_id !== node._id) throw new Fault(400, 'User service not exists');
  const service = await catalogue.find(args.service_id ?? row.service_id);
  if (!service) throw new Fault(400, 'Service not exists');
  if (node.withdraw_id !== row.withdraw_id && node.expire !== null) {
    throw new Fault(400, 'This item cannot be edited because it is from the past');
  }
  if (args.dry_run === 1) return preview(row, node, service, args, context);
  const target = node._id;
  const key = `${context.key}:edit-withdraw`;
  const edit = { kind: 'edit-withdraw', target, withdrawId: row.withdraw_id, serviceId: service.service_id } as const;
  await changes.run({ ...edit, terms: termsOf(args) }, { context, key });
  await changes.run({ kind: 'touch', target }, { context, key: `${context.key}:touch` });
  return requireRow(context, args.user_id, args.withdraw_id);
}

async function preview(
  row: WithdrawRow,
  node: UserServiceDocument,
  service: ServiceRow,
  args: ArgumentsOfOperation<typeof changeUserWithdraw>,
  context: Context,
): Promise<WithdrawRow> {
  const { rows } = await context.call(editWithdraw, {
    user_id: args.user_id,
    withdraw_id: row.withdraw_id,
    service: pricedServiceOf(service),
    at: dateTextOf(context.now),
    ...termsOf(args),
    moves_end: node.withdraw_id === row.withdraw_id && node.status === 'ACTIVE',
    dry_run: true,
  });
  return onlyRow(rows);
}

interface Terms {
  readonly cost?: number | undefined;
  readonly months?: number | undefined;
  readonly qnt?: number | undefined;
  readonly discount?: number | undefined;
  readonly bonus?: number | undefined;
}

function termsOf({ cost, months, qnt, discount, bonus }: Terms): Terms {
  return { cost, months, qnt, discount, bonus };
}

async function requireRow(context: Context, userId: number, withdrawId: number): Promise<WithdrawRow> {
  const { rows } = await context.call(readWithdraws, { withdraw_ids: [withdrawId] });
  const [row] = rows;
  if (row?.user_id !== userId) throw objectNotFound();
  return row;
}

async function requireUserService(changes: TreeChanges, id: number, userId: number): Promise<UserServiceDocument> {
  const node = await changes.trees.collection.findOne({ _id: id });
  if (node?.user_id !== userId) throw new Fault(400, 'User service not exists');
  return node;
}

function onlyRow(rows: readonly WithdrawRow[]): WithdrawRow {
  const [row] = rows;
  if (!row) throw new Error('Billing answered no write-off');
  return row;
}
