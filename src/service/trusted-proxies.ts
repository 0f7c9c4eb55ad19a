/** The proxies in front of the service: whose `X-Forwarded-For` is trusted, and warnings about those that the service is not set up for. */
import { BlockList, isIPv6 } from 'node:net';
import { ipAddressOf } from '../http/ip-address.ts';
import { invalidSetting, type Setting } from '../options/checks.ts';
import { warn } from '../options/runtime.ts';

/** `true` for one proxy, the number of proxies, or their networks: `10.0.0.0/8`, `192.0.2.1`, `loopback` or `private`. */
export type TrustProxy = boolean | number | string | readonly string[];

const NAMES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
const EXPECTED =
  'expected true, false, a number of proxies, or networks such as "10.0.0.0/8", "192.0.2.1", "loopback" or "private"';

/** Longest part of the header that is read, from its end [characters]. No chain of real proxies is as long. */
const MOST_CHARACTERS = 2_048;
const MOST_HOPS = 16;

/** Returns the setting. @throws BadRequestError `INVALID_CONFIGURATION` */
export function trustedProxies({ name, value }: Setting): TrustProxy {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_HOPS) return value;
  const entries: unknown = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(entries) || entries.length === 0) throw invalidSetting(name, value, `is not valid: ${EXPECTED}.`);
  return entries.flatMap((entry: unknown) => {
    const networks = typeof entry === 'string' ? networksOf(entry) : undefined;
    if (networks === undefined) throw invalidSetting(name, entry, `is not valid: ${EXPECTED}.`);
    return networks;
  });
}

/** Returns the setting of a text: `true`, `2`, or networks with commas between them. @throws BadRequestError `INVALID_CONFIGURATION` */
export function trustedProxiesIn(name: string, text: string, before?: unknown): TrustProxy {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^\d{1,2}$/.test(text)) return trustedProxies({ name, value: Number(text) });
  const own = trustedProxies({ name, value: text.split(',').map((entry) => entry.trim()) });
  return Array.isArray(before) && Array.isArray(own) ? [...(before as string[]), ...(own as string[])] : own;
}

function networksOf(entry: string): readonly string[] | undefined {
  if (Object.hasOwn(NAMES, entry)) return NAMES[entry];
  const [, text = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const address = ipAddressOf(text);
  // The network of all addresses would trust every caller. An IPv4-mapped network is written as an IPv4 network.
  if (address === undefined || isIPv6(text) !== isIPv6(address) || length === '0') return undefined;
  const most = isIPv6(address) ? 128 : 32;
  const prefix = Number(length ?? most);
  return prefix <= most ? [`${address}/${prefix}`] : undefined;
}

/** The connection of a request. `@hono/node-server` and {@link listen} pass it to the service. */
export interface PeerConnection {
  /** Node's own request, whose socket has the IP address. */
  incoming?: { socket?: { remoteAddress?: string | undefined } | undefined } | undefined;
}

/** Returns the IP address of the connection, if it is known. */
export function peerAddress(connection: PeerConnection | undefined): string | undefined {
  const address = connection?.incoming?.socket?.remoteAddress;
  return address === undefined ? undefined : ipAddressOf(address);
}

/**
 * Returns a function that finds the address of a caller behind trusted proxies: the last one of the chain that is not one of a trusted proxy. Callers can write
 * the entries before it, so they do not count. It receives the header `X-Forwarded-For` and the address of the connection.
 */
export function callerBehind(setting: TrustProxy): (forwarded: string | null, peer?: string) => string | undefined {
  const trusts = trustOf(setting);
  return (forwarded, peer) => {
    let address = peer === undefined ? undefined : ipAddressOf(peer);
    for (const [hop, entry] of lastEntries(forwarded ?? '').entries()) {
      if (!trusts(address, hop)) return address;
      const next = addressIn(entry);
      // A trusted proxy that writes no address hides its caller: its own address is the last one that is known.
      if (next === undefined) return address;
      address = next;
    }
    return address;
  };
}

function trustOf(setting: TrustProxy): (address: string | undefined, hop: number) => boolean {
  if (typeof setting === 'boolean' || typeof setting === 'number') return (_, hop) => hop < Number(setting);
  const list = new BlockList();
  const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
  for (const network of [setting].flat()) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => address !== undefined && list.check(address, familyOf(address));
}

/** Returns the entries of the header from right to left. */
function lastEntries(header: string): string[] {
  const entries = header.slice(-MOST_CHARACTERS).split(',').reverse();
  const whole = header.length > MOST_CHARACTERS ? entries.slice(0, -1) : entries;
  return whole.map((entry) => entry.trim());
}

/** Returns the address of an entry, which can have a port: `192.0.2.1:443`, `[2001:db8::1]:443`. */
function addressIn(entry: string): string | undefined {
  const quoted = entry.replace(/^"(.*)"$/, '$1');
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(quoted)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(quoted)?.[1] ?? quoted;
  return ipAddressOf(bare);
}

const ADDRESS_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/** Returns a function that looks at each request until both warnings are given. */
export function proxyAdvice(
  trustProxy: TrustProxy | undefined,
  baseUrl: string | undefined,
): (headers: Headers) => void {
  let needsTrust = trustProxy === undefined;
  let needsUrl = baseUrl === undefined;
  return (headers) => {
    const header = needsTrust ? ADDRESS_HEADERS.find((name) => headers.has(name)) : undefined;
    if (header !== undefined) {
      needsTrust = false;
      warn(
        'BUYBOX_TRUST_PROXY',
        `trustProxy: not set, but requests arrive with the header ${header}. It is ignored, so the limits per IP address count all callers of a proxy together. Set trustProxy (--trust-proxy) to the networks of your proxies, or to false if there is none.`,
      );
    }
    if (needsUrl && isOverTls(headers)) {
      needsUrl = false;
      warn(
        'BUYBOX_PUBLIC_URL',
        'baseUrl: not set, but requests arrive over TLS through a proxy. The service cannot know its public URL. Set baseUrl (--public-url), such as "https://api.example.com".',
      );
    }
  };
}

/** Whether a proxy says that its caller uses TLS. Anybody can send the header, so it may only make things stricter. */
export function isOverTls(headers: Headers): boolean {
  const proto = headers.get('x-forwarded-proto') ?? /\bproto="?(\w+)/i.exec(headers.get('forwarded') ?? '')?.[1];
  return proto?.split(',').at(-1)?.trim().toLowerCase() === 'https';
}
