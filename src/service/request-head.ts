/** Checks the head of a request that Node leaves open: which host it is for, the encoding of its body, and headers that are sent twice. */
import type { IncomingMessage } from 'node:http';
import { type Failure, refusal } from './failure.ts';

/** Headers that say who calls what. Node itself refuses two lengths. Servers differ in which one of several counts, and an attacker could show each of them another one. */
const SENT_ONCE: ReadonlySet<string> = new Set([
  'authorization',
  'content-type',
  'host',
  'idempotency-key',
  'origin',
  'x-api-key',
]);

const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/** Returns the failure for a head that is ambiguous or not valid. */
export function faultOfHead({
  url = '',
  rawHeaders,
}: Pick<IncomingMessage, 'url' | 'rawHeaders'>): Failure | undefined {
  if (!url.startsWith('/'))
    return invalid('url', 'the target of the request is not a path: expected one that starts with "/".');
  const seen = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (SENT_ONCE.has(name) && seen.has(name)) return invalid(name, 'was sent twice: expected one.');
    seen.set(name, rawHeaders[index + 1] ?? '');
  }
  // Node hands such a request on, and then cannot read its body.
  if (!/^(?:chunked)?$/i.test(seen.get('transfer-encoding') ?? ''))
    return invalid('transfer-encoding', 'is not supported: expected "chunked".');
  const host = seen.get('host');
  if (host === undefined) return invalid('host', 'missing: expected the host of the service.');
  return HOST.test(host) && URL.canParse(`http://${host}`)
    ? undefined
    : invalid('host', 'is not a host: expected a name or an IP address, with a port.');
}

function invalid(header: string, why: string): Failure {
  return refusal(400, 'INVALID_PARAMETER', `${header}: ${why}`, header);
}
