/** Recognises the names and addresses of this machine. */

/** How `URL` writes the addresses 127.0.0.0/8 and ::1. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]|(?:.+\.)?localhost)$/;

/** Whether a host name or an IP address, with or without brackets, is this machine. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK.test(hostnameOf(host) ?? '');

/** Returns a host name or an IP address, with or without brackets, as `URL` writes it. `undefined` if it is neither, such as with a port. */
export function hostnameOf(host: string): string | undefined {
  const bare = host.replace(/^\[|\]$|\.$/g, '');
  const url = `http://${bare.includes(':') ? `[${bare.replace(/%.*$/s, '')}]` : bare}/`;
  if (!URL.canParse(url)) return undefined;
  const { href, hostname } = new URL(url);
  return href === `http://${hostname}/` ? hostname : undefined;
}
