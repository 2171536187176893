import { z } from 'zod';
import type { Role } from '../caller.ts';
import * as field from '../field.ts';
import { operation } from '../operation.ts';

/** One way of saying who calls; the gateway tries all that a request brings, in the order of decisions.md 2. */
export const credential = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('session'), session_id: field.text({ max: 256 }).schema }),
  z.object({
    kind: z.literal('password'),
    login: field.text({ max: 256 }).schema,
    password: field.text({ max: 1024 }).schema,
  }),
]);
export type Credential = z.infer<typeof credential>;

/** Who a credential identified. */
export interface Identity {
  readonly user_id: number;
  readonly login: string;
  readonly role: Exclude<Role, 'public' | 'system'>;
  readonly blocked: boolean;
}

/**
 * Answers the identity of one credential, or no row where it identifies nobody. Failed passwords are counted per address (decisions.md 16, 429).
 */
export const authenticate = operation<{ credential: Credential; address?: string | undefined }, 'rows', Identity>({
  id: 'authentication.check',
  owner: 'user',
  summary: 'Who a session or a password belongs to',
  access: 'internal',
  args: z.object({ credential, address: z.string().max(64).optional() }),
  result: 'rows',
  errors: [429],
});

/** Broadcast over core NATS by the user service: look-ups of these users' credentials are stale (architecture.md, Request path 1). */
export const AUTHENTICATION_CHANGED_TOPIC = 'authentication.changed';
export interface AuthenticationChanged {
  readonly user_id: number;
}
