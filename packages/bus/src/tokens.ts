import { createSecretKey, type KeyObject } from 'node:crypto';
import { type Caller, Fault, type Role, SERVICE_NAMES, type ServiceName } from '@countinghouse/contracts';
import jwt from 'jsonwebtoken';
import { BoundedCache } from './bounded-cache.ts';

const LIFETIME_S = 30;
/** A token is signed anew after this much of its life, so that a queued request still arrives with a valid one. */
const REUSE_MS = 5_000;
const CLOCK_TOLERANCE_S = 5;
const CACHE_SIZE_MAX = 10_000;
const SECRET_BYTES_MIN = 32;
const ROLES: readonly string[] = ['public', 'user', 'admin', 'system'] satisfies readonly Role[];

export type Secrets = ReadonlyMap<ServiceName, KeyObject>;

/**
 * Turns the texts of the environment into keys: with a KeyObject a verification takes 9 µs, with a raw buffer 360 µs.
 * In production a secret must be as long as the hash (RFC 7518 section 3.2).
 */
export function secretsOf(texts: Partial<Record<ServiceName, string>>): Secrets {
  const secrets = new Map<ServiceName, KeyObject>();
  for (const service of SERVICE_NAMES) {
    const text = texts[service];
    if (text === undefined) continue;
    const bytes = Buffer.from(text, 'utf8');
    if (bytes.length === 0) throw new Error(`The bus secret of ${service} is empty`);
    if (process.env.NODE_ENV === 'production' && bytes.length < SECRET_BYTES_MIN)
      throw new Error(`The bus secret of ${service} must have at least ${SECRET_BYTES_MIN} bytes`);
    secrets.set(service, createSecretKey(bytes));
  }
  return secrets;
}

interface SignedToken {
  readonly token: string;
  readonly reusableUntilMs: number;
}

/** Signs who calls, for one audience at a time; the same caller's token is reused for a few seconds. */
export class TokenSigner {
  readonly #issuer: string;
  readonly #secrets: Secrets;
  readonly #cache = new BoundedCache<string, SignedToken>(CACHE_SIZE_MAX);

  constructor(issuer: string, secrets: Secrets) {
    this.#issuer = issuer;
    this.#secrets = secrets;
  }

  sign(caller: Caller, audience: ServiceName): string {
    const nowMs = Date.now();
    const identity = `${audience}\n${caller.role}\n${caller.userId}\n${caller.actingUserId}\n${caller.crossSiteCookie}\n${caller.address}\n${caller.subject}`;
    const cached = this.#cache.get(identity);
    if (cached && nowMs < cached.reusableUntilMs) return cached.token;
    const token = this.#signAnew(caller, audience);
    this.#cache.set(identity, { token, reusableUntilMs: nowMs + REUSE_MS });
    return token;
  }

  #signAnew(caller: Caller, audience: ServiceName): string {
    const secret = this.#secrets.get(audience);
    if (!secret) throw new Fault(503, 'Service temporarily unavailable', { cause: `no bus secret for ${audience}` });
    const { subject, ...claims } = caller;
    return jwt.sign(claims, secret, {
      algorithm: 'HS256',
      audience,
      issuer: this.#issuer,
      subject,
      expiresIn: LIFETIME_S,
    });
  }
}

interface VerifiedToken {
  readonly caller: Caller;
  readonly expiresAtMs: number;
}

/** Checks tokens meant for one service; a token seen before costs a look-up until it expires. */
export class TokenVerifier {
  readonly #audience: ServiceName;
  readonly #secret: KeyObject;
  readonly #cache = new BoundedCache<string, VerifiedToken>(CACHE_SIZE_MAX);

  constructor(audience: ServiceName, secrets: Secrets) {
    const secret = secrets.get(audience);
    if (!secret) throw new Error(`${audience} cannot be served: its bus secret is missing`);
    this.#audience = audience;
    this.#secret = secret;
  }

  /** Throws what jsonwebtoken throws when the token is forged, expired or meant for somebody else. */
  verify(token: string): Caller {
    const cached = this.#cache.get(token);
    if (cached && Date.now() < cached.expiresAtMs) return cached.caller;
    const claims = jwt.verify(token, this.#secret, {
      algorithms: ['HS256'],
      audience: this.#audience,
      clockTolerance: CLOCK_TOLERANCE_S,
    });
    if (typeof claims === 'string' || claims.exp === undefined) throw new Error('the token has no claims');
    const caller = Object.freeze(callerOf(claims));
    this.#cache.set(token, { caller, expiresAtMs: (claims.exp + CLOCK_TOLERANCE_S) * 1_000 });
    return caller;
  }
}

function callerOf(claims: jwt.JwtPayload): Caller {
  const { sub, role, userId, actingUserId, address, crossSiteCookie } = claims as Record<string, unknown>;
  if (typeof sub !== 'string' || !isRole(role) || !isUserId(userId) || !isUserId(actingUserId))
    throw new Error('the claims of the token are incomplete');
  return {
    subject: sub,
    role,
    userId,
    actingUserId,
    ...(typeof address === 'string' ? { address } : {}),
    ...(typeof crossSiteCookie === 'boolean' ? { crossSiteCookie } : {}),
  };
}

function isRole(value: unknown): value is Role {
  return typeof value === 'string' && ROLES.includes(value);
}

function isUserId(value: unknown): value is number | null {
  return value === null || typeof value === 'number';
}
