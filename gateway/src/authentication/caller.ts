import { type Access, type Caller, Fault, invalidArgument, PUBLIC_CALLER } from '@countinghouse/contracts';
import type { RawArguments } from '../request/arguments.ts';
import type { Authenticated } from './authenticator.ts';

/** The text of 403 without valid authentication; the `shm` dialect makes it 401. */
export const NOT_AUTHORIZED = 'Not authorized';

/** Throws 403 unless the caller may use operations of this access (peer-http-api.md 0.2, steps 3 to 5). */
export function checkAccess(access: Access, who: Authenticated | undefined): void {
  if (access === 'public') return;
  if (!who) throw new Fault(403, NOT_AUTHORIZED);
  if (who.identity.blocked) throw new Fault(403, 'User is blocked');
  if (access === 'admin' && who.identity.role !== 'admin') throw new Fault(403, 'Permission denied');
}

export interface Origin {
  readonly address: string;
  /** The browser's `Sec-Fetch-Site` header. */
  readonly fetchSite: string | undefined;
}

/** The caller as services see him. An administrator may name the user whose data are meant in `user_id`. */
export function callerOf(who: Authenticated | undefined, args: RawArguments, origin: Origin): Caller {
  if (!who || who.identity.blocked) return { ...PUBLIC_CALLER, address: origin.address };
  const { user_id: userId, role } = who.identity;
  return {
    subject: `user:${userId}`,
    role,
    userId,
    actingUserId: (role === 'admin' ? chosenUser(args) : undefined) ?? userId,
    address: origin.address,
    ...(who.carrier === 'cookie' && origin.fetchSite === 'cross-site' ? { crossSiteCookie: true } : {}),
  };
}

function chosenUser(args: RawArguments): number | undefined {
  const given = args.user_id;
  if (given === undefined || given === null || given === '' || given === 0 || given === '0') return undefined;
  const chosen =
    typeof given === 'number' || (typeof given === 'string' && /^\d+$/.test(given)) ? Number(given) : Number.NaN;
  if (!Number.isSafeInteger(chosen) || chosen < 1) throw invalidArgument('user_id', 'an integer above 0');
  return chosen;
}
