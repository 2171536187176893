import {
  activateUserService,
  changeOwnTariff,
  changeTariff,
  changeUserService,
  deleteOwnService,
  deleteUserService,
  extendUserService,
  finishUserService,
  hasAdminRights,
  type JsonObject,
  objectNotFound,
  recalcUserService,
  runServiceEvent,
  setUserServiceStatus,
  stopOwnService,
  stopUserService,
  touchUserService,
} from '@countinghouse/contracts';
import { actingUser, type Context, type Implementation, implement } from '@countinghouse/service';
import { notEnoughMoney, requirePaid } from './drafts/activate.ts';
import type { Intent } from './intent.ts';
import type { TreeChanges } from './tree-changes.ts';
import { decodeUserService, type UserServiceDocument } from './user-service-document.ts';

interface Target {
  readonly user_id: number;
  readonly user_service_id: number;
}

/** What administrators and users do to one service of a user (peer-http-api.md A9, A11, 1B, 1D). */
export function commandImplementations(changes: TreeChanges): Implementation[] {
  return [...administratorsCommands(changes), ...ownCommands(changes)];
}

function administratorsCommands(changes: TreeChanges): Implementation[] {
  const run = async (target: Target, intent: Intent, context: Context) => {
    await requireOwner(changes, target.user_service_id, target.user_id);
    return rowsOf(await runIntent(changes, intent, context), context);
  };
  return [
    implement(stopUserService, (args, context) => run(args, stopIntent(args), context)),
    implement(activateUserService, async (args, context) => {
      await requireOwner(changes, args.user_service_id, args.user_id);
      return rowsOf(await activate(changes, args, context), context);
    }),
    implement(touchUserService, (args, context) => run(args, { kind: 'touch', ...aim(args) }, context)),
    implement(changeTariff, (args, context) => run(args, tariffIntent(args), context)),
    implement(setUserServiceStatus, (args, context) =>
      run(args, { kind: 'status', ...aim(args), status: args.status as 'ACTIVE' | 'BLOCK' }, context),
    ),
    implement(finishUserService, (args, context) =>
      run(args, { kind: 'finish', ...aim(args), moneyBack: args.money_back !== 0 }, context),
    ),
    implement(recalcUserService, (args, context) =>
      run(args, { kind: 'recalc', ...aim(args), months: args.months ?? null }, context),
    ),
    implement(extendUserService, (args, context) =>
      run(args, { kind: 'extend', ...aim(args), money: args.money }, context),
    ),
    implement(runServiceEvent, (args, context) =>
      run(args, { kind: 'run-event', ...aim(args), event: args.event.toUpperCase() }, context),
    ),
    implement(deleteUserService, (args, context) => run(args, removeIntent(args), context)),
    implement(changeUserService, (args, context) => run(args, writeIntent(args), context)),
  ];
}

function ownCommands(changes: TreeChanges): Implementation[] {
  const run = async (id: number, intent: Intent, context: Context) => {
    await requireOwner(changes, id, actingUser(context));
    return runIntent(changes, intent, context);
  };
  return [
    implement(stopOwnService, async (args, context) =>
      rowsOf(await run(args.user_service_id, stopIntent(args), context), context),
    ),
    implement(deleteOwnService, async (args, context) =>
      rowsOf(await run(args.user_service_id, removeIntent(args), context), context),
    ),
    implement(changeOwnTariff, async (args, context) => {
      await run(args.user_service_id, tariffIntent(args), context);
      return { rows: [1 as never] };
    }),
  ];
}

/** Fault 404 where there is no such service of this user, whoever else may have it (quirk Q24). */
export async function requireOwner(changes: TreeChanges, id: number, userId: number): Promise<UserServiceDocument> {
  const node = await changes.trees.find(id);
  if (node.user_id !== userId) throw objectNotFound();
  return node;
}

function runIntent(changes: TreeChanges, intent: Intent, context: Context): Promise<UserServiceDocument> {
  return changes.run(intent, { context, key: `${context.key}:${intent.kind}` });
}

/** Asks first whether a renewal can be paid: where not, nothing changes (decisions.md 4). */
async function activate(
  changes: TreeChanges,
  args: Target & { auto_bill?: number | undefined },
  context: Context,
): Promise<UserServiceDocument> {
  const intent: Intent = { kind: 'activate', ...aim(args), autoBill: args.auto_bill ?? null };
  const preview = await changes.preview(intent, context);
  requirePaid(intent.target, preview);
  const node = await runIntent(changes, intent, context);
  if (preview.length > 0 && node.status === 'BLOCK') throw notEnoughMoney();
  return node;
}

function rowsOf(node: UserServiceDocument, context: Context) {
  return { rows: [decodeUserService(node, hasAdminRights(context.caller))] };
}

function aim(args: { readonly user_service_id: number }): { readonly target: number } {
  return { target: args.user_service_id };
}

function stopIntent(args: { user_service_id: number; auto_bill?: number | undefined }): Intent {
  return { kind: 'stop', ...aim(args), autoBill: args.auto_bill ?? null };
}

function removeIntent(args: { user_service_id: number; force?: number | undefined }): Intent {
  return { kind: 'remove', ...aim(args), force: args.force === 1 };
}

function tariffIntent(args: {
  user_service_id: number;
  service_id: number;
  finish_active?: number | undefined;
  allow_partial_period?: number | undefined;
}): Intent {
  return {
    kind: 'tariff',
    ...aim(args),
    serviceId: args.service_id,
    finishActive: args.finish_active !== 0,
    partial: args.allow_partial_period === 1,
  };
}

function writeIntent(args: {
  user_service_id: number;
  auto_bill?: number | undefined;
  next?: number | null | undefined;
  settings?: unknown;
}): Intent {
  const settings = args.settings as JsonObject | null | undefined;
  return { kind: 'write', ...aim(args), autoBill: args.auto_bill, next: args.next, settings };
}
