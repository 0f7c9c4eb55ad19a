/** IP addresses that no public site has: the special-purpose registries of IANA (RFC 6890), and what is not assigned to anybody. */
import { BlockList, isIP } from 'node:net';

/** A network and its purpose. */
export type SpecialNetwork = readonly [network: string, prefix: number, use: string];

/** Special-purpose networks of IPv4. */
export const SPECIAL_IPV4: readonly SpecialNetwork[] = [
  ['0.0.0.0', 8, 'this network'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'shared by a carrier'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'protocol assignments'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.31.196.0', 24, 'AS112'],
  ['192.52.193.0', 24, 'multicast tunnels'],
  ['192.88.99.0', 24, '6to4 relays'],
  ['192.168.0.0', 16, 'private'],
  ['192.175.48.0', 24, 'AS112'],
  ['198.18.0.0', 15, 'benchmarks'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
];

/** Special-purpose networks of IPv6. The last three are all that is not global unicast, `2000::/3`. */
export const SPECIAL_IPV6: readonly SpecialNetwork[] = [
  ['::', 128, 'unspecified'],
  ['::1', 128, 'loopback'],
  ['::', 96, 'IPv4-compatible'],
  ['64:ff9b:1::', 48, 'translation in a local network'],
  ['100::', 64, 'discard'],
  ['100:0:0:1::', 64, 'discard'],
  ['2001::', 32, 'Teredo'],
  ['2001::', 23, 'protocol assignments'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4'],
  ['2620:4f:8000::', 48, 'AS112'],
  ['3ffe::', 16, '6bone'],
  ['3fff::', 20, 'documentation'],
  ['5f00::', 16, 'segment routing'],
  ['fc00::', 7, 'unique local'],
  ['fe80::', 10, 'link-local'],
  ['fec0::', 10, 'site-local'],
  ['ff00::', 8, 'multicast'],
  ['::', 3, 'not global'],
  ['4000::', 2, 'not global'],
  ['8000::', 1, 'not global'],
];

/** Networks whose addresses end with an IPv4 address, which decides: IPv4-mapped addresses, and those of a NAT64 gateway. */
export const EMBEDDING_IPV4: readonly SpecialNetwork[] = [
  ['::ffff:0:0', 96, 'IPv4-mapped'],
  ['64:ff9b::', 96, 'translation'],
];

type Row = readonly [list: BlockList, use: string];

const IPV4 = SPECIAL_IPV4.map((network) => rowOf(network, 'ipv4'));
const IPV6 = SPECIAL_IPV6.map((network) => rowOf(network, 'ipv6'));
const EMBEDDING = EMBEDDING_IPV4.map((network) => rowOf(network, 'ipv6'));

function rowOf([network, prefix, use]: SpecialNetwork, family: 'ipv4' | 'ipv6'): Row {
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return [list, use];
}

/** Returns what a special-purpose address is for; `undefined` for an address of the public internet. What is not an IP address is special too. */
export function specialUseOf(address: string): string | undefined {
  const family = isIP(address);
  if (family === 0) return 'not an IP address';
  if (family === 4) return useIn(IPV4, address, 'ipv4');
  // A scope says which interface of this machine.
  if (address.includes('%')) return 'link-local';
  if (useIn(EMBEDDING, address, 'ipv6') !== undefined) return specialUseOf(lastFourBytes(address));
  return useIn(IPV6, address, 'ipv6');
}

const useIn = (rows: readonly Row[], address: string, family: 'ipv4' | 'ipv6'): string | undefined =>
  rows.find(([list]) => list.check(address, family))?.[1];

function lastFourBytes(address: string): string {
  const last = address.slice(address.lastIndexOf(':') + 1);
  if (last.includes('.')) return last;
  const groups = address.endsWith('::') ? ['0', '0'] : ['0', ...address.split(':')].slice(-2);
  const [high = 0, low = 0] = groups.map((group) => Number.parseInt(group || '0', 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
