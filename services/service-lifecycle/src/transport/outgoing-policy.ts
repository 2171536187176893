import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A target that the operator has not allowed. */
export class OutgoingRefused extends Error {
  constructor(target: string) {
    super(`Outgoing requests to ${target} are refused: the address is private, local or reserved`);
    this.name = 'OutgoingRefused';
  }
}

type Range = ReturnType<typeof ipaddr.parseCIDR>;

/**
 * Where templates and tasks may connect to: public unicast addresses, and what the operator lists in OUTGOING_ALLOW.
 * The check runs on the address that is connected to, after name resolution, so that no name and no redirect gets around it.
 */
export class OutgoingPolicy {
  readonly #allowed: readonly Range[];

  /** `allow` holds addresses and CIDR ranges; throws RangeError naming one that is neither. */
  constructor(allow: readonly string[] = []) {
    this.#allowed = allow.map(parseRange);
  }

  allows(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return parsed.range() === 'unicast' || this.#allowed.some((range) => contains(range, parsed));
  }

  check(address: string): void {
    if (!this.allows(address)) throw new OutgoingRefused(address);
  }

  /** A `lookup` for sockets: resolves the name and answers allowed addresses only. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    dnsLookup(hostname, { ...(options as LookupOptions), all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const allowed = (addresses as LookupAddress[]).filter(({ address }) => this.allows(address));
      const [first] = allowed;
      if (!first) return callback(new OutgoingRefused(hostname), '');
      if ((options as LookupOptions).all) return callback(null, allowed);
      callback(null, first.address, first.family);
    });
  };

  /** The address to connect to for a host; throws OutgoingRefused, or the resolver's error. */
  async resolve(host: string): Promise<string> {
    const bare = host.replace(/^\[(.*)\]$/, '$1');
    if (isIP(bare)) {
      this.check(bare);
      return bare;
    }
    return new Promise((resolve, reject) => {
      this.lookup(bare, { all: false }, (error, address) => (error ? reject(error) : resolve(address as string)));
    });
  }
}

function parseRange(text: string): Range {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) throw new RangeError(`OUTGOING_ALLOW: expected addresses and CIDR ranges, not ${text}`);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128] as Range;
}

function contains([network, bits]: Range, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return network.kind() === address.kind() && address.match(network as never, bits);
}
