import type { Bus } from '@countinghouse/bus';
import {
  AUTHENTICATION_CHANGED_TOPIC,
  type AuthenticationChanged,
  authenticate,
  type Caller,
  type Credential,
  credential as credentialSchema,
  type Identity,
  PUBLIC_CALLER,
} from '@countinghouse/contracts';
import type { CarriedCredential } from './credentials.ts';
import { IdentityCache } from './identity-cache.ts';

/** Two password hashes at most are computed for a request (decisions.md 2). */
const PASSWORDS_PER_REQUEST_MAX = 2;

export interface Authenticated {
  readonly identity: Identity;
  readonly carrier: CarriedCredential['carrier'];
}

export interface AuthenticationRequest {
  readonly credentials: readonly CarriedCredential[];
  readonly address: string;
  readonly requestId: string;
  readonly deadlineAt: number;
}

/** Asks the user service who a request's credentials belong to. */
export class Authenticator {
  readonly #bus: Bus;
  readonly #cache = new IdentityCache();

  constructor(bus: Bus) {
    this.#bus = bus;
    bus.onBroadcast(AUTHENTICATION_CHANGED_TOPIC, (payload) =>
      this.#cache.forget((payload as AuthenticationChanged).user_id),
    );
  }

  /** The first credential that is valid, or undefined. Throws Fault 429 after too many failures from the address. */
  async authenticate(request: AuthenticationRequest): Promise<Authenticated | undefined> {
    let passwords = 0;
    for (const { credential, carrier } of request.credentials) {
      if (credential.kind === 'password' && ++passwords > PASSWORDS_PER_REQUEST_MAX) continue;
      const identity = await this.#cache.resolve(credential, () => this.#ask(credential, request));
      if (identity) return { identity, carrier };
    }
    return undefined;
  }

  /** What no login or session can look like identifies nobody; the other credentials are still tried (decisions.md 2). */
  async #ask(credential: Credential, request: AuthenticationRequest): Promise<Identity | undefined> {
    if (!credentialSchema.safeParse(credential).success) return undefined;
    const caller: Caller = { ...PUBLIC_CALLER, address: request.address };
    const { rows } = await this.#bus.call(
      authenticate,
      { credential, address: request.address },
      { caller, key: request.requestId, deadlineAt: request.deadlineAt },
    );
    return rows[0];
  }
}
