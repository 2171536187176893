import { Fault } from '@countinghouse/contracts';
import { isExpired } from './situation.ts';
import type { Tree } from './tree.ts';
import type { UserServiceDocument } from './user-service-document.ts';

/** The text that the peer's clients know. */
export function locked(): Fault {
  return new Fault(408, 'The service is locked. Try again later.', { retryAfterSeconds: 3 });
}

export function wrongStatus(verb: string, node: Pick<UserServiceDocument, 'status'>): Fault {
  return new Fault(400, `Can't ${verb} service with status: ${node.status}`);
}

/** Commands run below it: what is done to it now could not reach those services. */
export function hasProgressBelow(tree: Tree, id: number): boolean {
  return tree.below(id).some((node) => node.status === 'PROGRESS');
}

export function requireNoProgressBelow(tree: Tree, id: number): void {
  if (hasProgressBelow(tree, id)) throw locked();
}

/** A renewal is not charged while a service above is unpaid or over (domain.md 3.3, quirk Q4). */
export function requirePaidAbove(tree: Tree, node: UserServiceDocument, at: Date): void {
  for (let above = tree.parentOf(node); above; above = tree.parentOf(above)) {
    const isPaid = above.withdraw_id === null || (above.expire !== null && !isExpired(above, at));
    if (!isPaid) throw new Fault(400, `Can't activate service: user service ${above._id} above it is not paid`);
  }
}
