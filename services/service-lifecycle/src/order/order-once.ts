import { listWithdraws } from '@countinghouse/contracts';
import type { Context } from '@countinghouse/service';
import type { Collection } from 'mongodb';
import type { UserServiceDocument } from '../user-service/user-service-document.ts';

/** The services of these that a user has, or has ever paid for; those that may be ordered once are not offered again. */
export async function usedServices(
  userServices: Collection<UserServiceDocument>,
  context: Context,
  userId: number,
  serviceIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (serviceIds.length === 0) return new Set();
  const present = await userServices
    .find({ user_id: userId, status: { $ne: 'REMOVED' }, service_id: { $in: [...serviceIds] } })
    .project<{ service_id: number }>({ service_id: 1 })
    .toArray();
  const used = new Set(present.map((one) => one.service_id));
  const open = serviceIds.filter((id) => !used.has(id));
  for (const id of open) if (await everPaid(context, userId, id)) used.add(id);
  return used;
}

async function everPaid(context: Context, userId: number, serviceId: number): Promise<boolean> {
  const filter = { service_id: serviceId, withdraw_date: { '!=': null } };
  const { total } = await context.call(listWithdraws, { user_id: userId, filter, limit: 1 });
  return total > 0;
}
