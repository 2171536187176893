import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { Fault } from '@countinghouse/contracts';
import type { RateCounter } from '@countinghouse/store';

/** Self-service orders per client address (decisions.md 16). */
const LIMIT = { windowMs: 10 * 60_000, max: 5 } as const;

const local = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  local.addSubnet(network, bits, 'ipv4');
}
local.addAddress('::1', 'ipv6');
local.addSubnet('fc00::', 7, 'ipv6');
local.addSubnet('fe80::', 10, 'ipv6');

/** Counts one order; a Fault 429 where it is one too many. Loopback and private networks are not counted. */
export async function countOrder(counter: RateCounter, address: string | undefined): Promise<void> {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address ?? '')?.[1] ?? address ?? '';
  if (isLocal(plain)) return;
  const { allowed, retryAfterSeconds } = await counter.hit('order', plain, LIMIT);
  if (!allowed) throw new Fault(429, '429 Too Many Requests', { retryAfterSeconds, details: { ip: plain } });
}

function isLocal(address: string): boolean {
  if (isIPv4(address)) return local.check(address, 'ipv4');
  return isIPv6(address) ? local.check(address, 'ipv6') : true;
}
