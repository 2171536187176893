import { Fault } from '@countinghouse/contracts';
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
