import type { ServiceRow } from '@countinghouse/contracts';
import type { Services } from '../catalogue/catalogue.ts';
import type { UserServiceDocument } from './user-service-document.ts';

/** What decisions are made from beside the tree: nothing here changes while a change runs. */
export interface Facts {
  /** Business time of the change. */
  readonly at: Date;
  /** The catalogue rows of the tree's services and of what they are to become. */
  readonly services: Services;
}

/** One service at the moment of a decision. */
export interface Situation {
  readonly node: UserServiceDocument;
  readonly service: ServiceRow | undefined;
  readonly at: Date;
  readonly parent: UserServiceDocument | undefined;
  /** It was asked for itself, not reached through its parent. */
  readonly direct: boolean;
  /** It has a write-off, or gets one in this change. */
  readonly billed: boolean;
  /** A service above it that is paid in the same command and must be first (quirk Q4). */
  readonly requires: number | null;
  /** The services that `next` may name. */
  readonly services: Services;
}

/** It has not begun, is not paid or is blocked: what is below it is not paid either (quirk Q4). */
export function isHeldUp({ status }: Pick<UserServiceDocument, 'status'>): boolean {
  return status === 'INIT' || status === 'NOT PAID' || status === 'BLOCK';
}

/** `expire <= now`: a service is expired in its last second (decisions.md 13). No expire is never expired. */
export function isExpired(node: Pick<UserServiceDocument, 'expire'>, at: Date): boolean {
  return node.expire !== null && node.expire.getTime() <= at.getTime();
}
