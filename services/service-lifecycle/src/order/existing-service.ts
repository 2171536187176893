import type { Collection, Filter } from 'mongodb';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { UserServiceDocument } from '../user-service/user-service-document.ts';

export interface ExistingChecks {
  readonly user_id: number;
  readonly service_id: number;
  readonly check_exists?: number | undefined;
  readonly check_exists_unpaid?: number | undefined;
  readonly check_category?: string | undefined;
}

/**
 * A service of the user that an order is to find instead of making another one (domain.md 3.6 "create options"): of the same
 * tariff, or of a category like the pattern; with `check_exists_unpaid` only one that is NOT PAID. The newest one.
 */
export async function findExisting(
  userServices: Collection<UserServiceDocument>,
  catalogue: Catalogue,
  checks: ExistingChecks,
): Promise<UserServiceDocument | undefined> {
  const { check_exists, check_exists_unpaid, check_category } = checks;
  if (!check_exists && !check_exists_unpaid && !check_category) return undefined;
  const services = check_category ? await catalogue.idsOfCategory(check_category) : [checks.service_id];
  const filter: Filter<UserServiceDocument> = {
    user_id: checks.user_id,
    status: check_exists_unpaid ? 'NOT PAID' : { $ne: 'REMOVED' },
    service_id: { $in: services },
  };
  const [newest] = await userServices.find(filter).sort({ _id: -1 }).limit(1).toArray();
  return newest;
}
