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

/** An IPv4 address that arrived over IPv6 is that IPv4 address. Some proxies report the client's port as well. */
export function plainAddress(address: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(address)?.[1] ?? address;
  return /^::ffff:(\d+(?:\.\d+){3})$/i.exec(bare)?.[1] ?? bare;
}

/** Loopback and private networks are never counted (decisions.md 16); neither is a caller without an address. */
export function isExemptFromLimits(address: string | undefined): boolean {
  if (address === undefined || address === '') return true;
  const plain = plainAddress(address);
  if (isIPv4(plain)) return exempt.check(plain, 'ipv4');
  return isIPv6(plain) && exempt.check(plain, 'ipv6');
}

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** What limits count: an IPv4 address, but the /64 network of an IPv6 address, since whoever has one has all of it. */
export function countedAddress(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  const [start = '', end = ''] = plain.split('::');
  const first = groupsOf(start);
  const last = groupsOf(end);
  const zeros = Array<string>(Math.max(0, GROUPS - first.length - last.length)).fill('0');
  const network = [...first, ...zeros, ...last].slice(0, NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** An IPv4 address at the end stands for two groups. */
function groupsOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\d+(\.\d+){3}/, '0:0').split(':');
}
