/** The services; also the audience names of the internal tokens and the first part of every subject. */
export const SERVICE_NAMES = ['user', 'billing', 'service-lifecycle', 'template-renderer'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

/** `public`: nobody logged in. `system`: a job of a service, with all rights. */
export type Role = 'public' | 'user' | 'admin' | 'system';

/** On whose behalf a request runs. Travels signed from hop to hop with the same subject. */
export interface Caller {
  /** `user:12`, `system:billing` or `public`. */
  readonly subject: string;
  readonly role: Role;
  /** The authenticated user, null for public and system callers. */
  readonly userId: number | null;
  /** Whose data are meant: an administrator may act for another user (`user_id`), everybody else only for himself. */
  readonly actingUserId: number | null;
  /** The client's address, where an HTTP request stands behind the call. */
  readonly address?: string;
  /** True where a session cookie alone identified the caller and the browser said the request came from another site. */
  readonly crossSiteCookie?: boolean;
}

export const PUBLIC_CALLER: Caller = { subject: 'public', role: 'public', userId: null, actingUserId: null };

/** The caller of a periodic job or a sweeper; `actingUserId` names the user whose data it works on. */
export function systemCaller(service: ServiceName, actingUserId: number | null = null): Caller {
  return { subject: `system:${service}`, role: 'system', userId: null, actingUserId };
}

/** May this caller see and do everything? */
export function hasAdminRights(caller: Caller): boolean {
  return caller.role === 'admin' || caller.role === 'system';
}

/** Marks a request key that the client chose with `Idempotency-Key`, as opposed to the gateway's request id. */
export const CLIENT_KEY_PREFIX = 'client:';
