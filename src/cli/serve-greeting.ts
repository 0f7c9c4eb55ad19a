/** The messages of `buybox serve` when it starts and stops. */
import { randomBytes } from 'node:crypto';
import { isLoopbackHost } from '../http/loopback.ts';
import { Secret } from '../options/secrets.ts';
import { FREE_PACK } from '../service/packs.ts';
import { backendOf } from './backend.ts';
import type { ServeFlags } from './serve.ts';
import { storeName } from './store.ts';
import type { Terminal } from './terminal.ts';

/** The line when the service stops. */
export const STOPPING =
  'stopping: new requests are rejected, running requests are finished. Press Ctrl-C again to stop at once.';

const NO_PUBLIC_URL =
  'public-url: not set: meta.request_url, links and the dashboard use the host that each request names. Set --public-url, such as https://api.example.com.';

const TOKEN_NOTE = {
  file: 'for this run; set BUYBOX_OPERATOR_TOKEN to keep one',
  redis: 'for this command only; set BUYBOX_OPERATOR_TOKEN to the same one for all',
};

/** Returns the operator token of the flags, or a new one. */
export function tokenOf({ operatorToken }: ServeFlags): Secret {
  return operatorToken ?? new Secret(randomBytes(24).toString('base64url'));
}

/** A service that listens. */
interface Ready {
  url: string;
  /** The first key, if the store had none. */
  key: string | undefined;
}

/** Prints what the operator needs to know about a service that listens. */
export function greet(terminal: Terminal, flags: ServeFlags, { url, key }: Ready, token: Secret): void {
  const { requests, validDays } = FREE_PACK;
  const lines = [
    `buybox serves the ${backendOf(flags)} backend at ${url}`,
    `  store      ${storeName(flags)}`,
    ...(key === undefined
      ? []
      : [`  first key  ${key}  (shown once; ${requests} free requests for ${validDays} days)`]),
    `  reference  ${url}/reference`,
    `  dashboard  ${url}/dashboard`,
    ...(flags.operatorToken === undefined
      ? [`  token      ${token.reveal()}  (${TOKEN_NOTE[flags.redis === undefined ? 'file' : 'redis']})`]
      : []),
  ];
  for (const line of lines) terminal.err(line);
  if (flags.publicUrl === undefined && !isLoopbackHost(flags.host)) terminal.note(NO_PUBLIC_URL);
}
