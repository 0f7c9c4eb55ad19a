/** Recognises the names and addresses of this machine. */

/** How `URL` writes the addresses 127.0.0.0/8 and ::1. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]|(?:.+\.)?localhost)$/;

/** Whether a host name or an IP address, with or without brackets, is this machine. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$|\.$/g, '');
  const url = `http://${bare.includes(':') ? `[${bare.replace(/%.*$/s, '')}]` : bare}/`;
  return URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);
}
