import { BlockList, isIPv4, isIPv6 } from 'node:net';

const exempt = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  exempt.addSubnet(network, bits, 'ipv4');
}
exempt.addAddress('::1', 'ipv6');
exempt.addSubnet('fc00::', 7, 'ipv6');
exempt.addSubnet('fe80::', 10, 'ipv6');

/** An IPv4 address that arrived over IPv6 is that IPv4 address. */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? address;
}

/** Loopback and private networks are never counted (decisions.md 16); neither is a caller whose address nobody knows. */
export function isExemptFromLimits(address: string | undefined): boolean {
  if (address === undefined || address === '') return true;
  const plain = plainAddress(address);
  if (isIPv4(plain)) return exempt.check(plain, 'ipv4');
  return isIPv6(plain) ? exempt.check(plain, 'ipv6') : true;
}
