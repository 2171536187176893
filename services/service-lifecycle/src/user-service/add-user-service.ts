import { addUserService, Fault, type UserServiceRow } from '@countinghouse/contracts';
import { actingUser, implement } from '@countinghouse/service';
import { dateTextOf, insertOnce, type Store } from '@countinghouse/store';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { given } from '../given.ts';
import { requireUser } from './require-user.ts';
import type { TreeStore } from './tree-store.ts';
import {
  decodeUserService,
  USER_SERVICES,
  type UserServiceDocument,
  userServiceCodec,
} from './user-service-document.ts';

/** PUT /v1/admin/user/service: a row as it is given, without billing, children and events (peer-http-api.md A9). */
export function implementAddUserService(store: Store, catalogue: Catalogue, trees: TreeStore) {
  return implement(addUserService, async (args, context) => {
    const { user_id = actingUser(context), created = dateTextOf(context.now), ...values } = args;
    if (!(await catalogue.find(args.service_id))) {
      throw new Fault(400, `Can't create us for a non-existent service`);
    }
    await requireUser(context, user_id);
    const parent = args.parent ? await parentOf(trees, args.parent, user_id) : undefined;
    const fields = userServiceCodec.encodeNew(given({ ...values, user_id, created }) as Partial<UserServiceRow>);
    if (parent) await trees.expectChildren(parent.root);
    const { user_service_id: _none, ...rest } = fields;
    const node = await insertOnce<UserServiceDocument>(trees.collection, context.key, (created) =>
      store.insertWithId(
        USER_SERVICES,
        (id) =>
          ({ ...rest, ...created, _id: id, root: parent?.root ?? id, version: 1 }) as unknown as UserServiceDocument,
      ),
    );
    return { rows: [decodeUserService(node, true)] };
  });
}

async function parentOf(trees: TreeStore, id: number, userId: number): Promise<UserServiceDocument> {
  const parent = await trees.collection.findOne({ _id: id, user_id: userId });
  if (!parent) throw new Fault(400, `Invalid value of parent: expected a service of user ${userId}, not ${id}`);
  return parent;
}
