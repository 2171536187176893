import type { Runtime } from '@countinghouse/service';
import type { TreeChanges } from '../user-service/tree-changes.ts';
import type { UserServiceDocument } from '../user-service/user-service-document.ts';
import { type Activation, activateServices } from './activation.ts';
import type { BulkTouch } from './bulk-touch.ts';

/** Users whose services are activated one user after another, some at once. */
const AT_ONCE = 8;

type ActivationRuntime = Pick<Runtime, 'systemContext' | 'clock'>;

/**
 * The same as `activateServices` for many users at once, by user: those of whom one service waits for money share each stage of its
 * change. Who has several, or one that somebody else changes, is served alone, so that his services come in their order.
 */
export async function activateMany(
  runtime: ActivationRuntime,
  { changes, bulk }: { readonly changes: TreeChanges; readonly bulk: BulkTouch },
  userIds: readonly number[],
  key: string,
): Promise<Map<number, Activation>> {
  const activations = new Map<number, Activation>();
  const waiting = await waitingOf(changes, userIds);
  const single: UserServiceDocument[] = [];
  const alone: number[] = [];
  for (const userId of new Set(userIds)) {
    const nodes = waiting.get(userId) ?? [];
    const [first] = nodes;
    if (nodes.some((node) => node.status === 'PROGRESS'))
      activations.set(userId, { kind: 'waiting', reason: 'progress' });
    else if (!first) activations.set(userId, { kind: 'done', touched: 0 });
    else if (nodes.length === 1) single.push(first);
    else alone.push(userId);
  }
  const context = { ...runtime.systemContext(`${key}:bulk`), now: runtime.clock.now() };
  const { left } = single.length > 0 ? await bulk.touch(single, context) : { left: 0 };
  for (const { user_id } of single) activations.set(user_id, { kind: 'done', touched: 1 });
  // Which ones were locked or refused is not told; a service that was touched already stays as it is.
  if (left > 0) alone.push(...single.map((node) => node.user_id));
  await forEach(alone, async (userId) => {
    activations.set(userId, await activateServices(runtime, changes, userId, `${key}:${userId}`));
  });
  return activations;
}

/** What runs or waits for money, by user; each in the order of the ids. */
async function waitingOf(
  { trees }: TreeChanges,
  userIds: readonly number[],
): Promise<Map<number, UserServiceDocument[]>> {
  const nodes = await trees.collection
    .find({ user_id: { $in: [...new Set(userIds)] }, status: { $in: ['PROGRESS', 'BLOCK', 'NOT PAID'] } })
    .toArray();
  const counted = nodes.filter((node) => node.status === 'PROGRESS' || node.auto_bill === 1);
  return Map.groupBy(
    counted.sort((a, b) => a._id - b._id),
    (node) => node.user_id,
  );
}

async function forEach(items: readonly number[], act: (item: number) => Promise<void>): Promise<void> {
  const rest = [...items];
  const work = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
}
