/** IP addresses as texts. */
import { isIP, isIPv6, SocketAddress } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/** Returns an IP address in its usual form, without a scope; an IPv4-mapped IPv6 address as the IPv4 address. `undefined` for other texts. */
export function ipAddressOf(text: string): string | undefined {
  const family = isIP(text);
  if (family !== 6) return family === 4 ? text : undefined;
  const { address } = new SocketAddress({ address: text.replace(/%.*$/s, ''), family: 'ipv6' });
  return MAPPED.exec(address)?.[1] ?? address;
}

/** Returns the /64 network of an IPv6 address, as one subscriber has all of it. Returns an IPv4 address, and other texts, as they are. */
export function subscriberOf(address: string): string {
  const usual = ipAddressOf(address) ?? address;
  if (!isIPv6(usual)) return usual;
  const [head = '', tail = ''] = usual.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return `${[...front, ...zeros, ...back].slice(0, 4).join(':')}::/64`;
}
