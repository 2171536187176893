import { Fault } from '@countinghouse/contracts';
import type { RateCounter, RateLimit, RateVerdict } from '@countinghouse/store';
import { countedAddress, isExemptFromLimits, plainAddress } from './client-address.ts';

/** A limit per client address over all replicas (decisions.md 16): more is a Fault 429 with `Retry-After`. */
export class AddressLimit {
  readonly #counter: RateCounter;
  readonly #name: string;
  readonly #limit: RateLimit;

  constructor(counter: RateCounter, name: string, limit: RateLimit) {
    this.#counter = counter;
    this.#name = name;
    this.#limit = limit;
  }

  /** Throws where the address used its limit up; counts nothing. */
  async require(address: string | undefined): Promise<void> {
    if (isExemptFromLimits(address)) return;
    const plain = plainAddress(address as string);
    refuseUnless(await this.#counter.check(this.#name, countedAddress(plain), this.#limit), plain);
  }

  /** Counts one; throws where it is one too many. */
  async count(address: string | undefined): Promise<void> {
    if (isExemptFromLimits(address)) return;
    const plain = plainAddress(address as string);
    refuseUnless(await this.#counter.hit(this.#name, countedAddress(plain), this.#limit), plain);
  }
}

function refuseUnless({ allowed, retryAfterSeconds }: RateVerdict, address: string): void {
  if (!allowed) throw new Fault(429, '429 Too Many Requests', { retryAfterSeconds, details: { ip: address } });
}
