/** Sends signed bodies to a URL. */

import { TransportError, UnavailableError } from '../contract/errors.ts';
import type { Duration } from '../contract/marketplace.ts';
import { safeJson } from '../contract/safe-text.ts';
import { isLoopbackHost } from '../http/loopback.ts';
import { readRetryAfter } from '../http/retry-after.ts';
import { clock, invalidSetting, LONGEST_URL, type Setting } from '../options/checks.ts';
import { duration } from '../options/duration.ts';
import { bareUrl, revealed, Secret, shownUrl } from '../options/secrets.ts';
import type { Checked, OptionTable } from '../options/table.ts';
import { version } from '../version.ts';
import { signedWebhook, type WebhookEvent, type WebhookSecret, webhookSecret } from './webhook-signature.ts';

/** Options of a webhook. */
export interface WebhookOptions {
  /** URL that receives the POST requests: `https://`, or `http://` of this machine. */
  url: string | Secret;
  /** The secret that signs: `whsec_` and the Base64 of 24 to 64 random bytes. */
  secret: WebhookSecret;
  /** Time until the receiver must have responded, 5 minutes at most [milliseconds]. @default 15_000 */
  timeoutMs?: Duration | undefined;
  /** Returns the current time, for the timestamp [milliseconds since the epoch]. @default Date.now */
  now?: (() => number) | undefined;
}

/** How long `fetch` of Node waits for a response [milliseconds]. */
const LONGEST_WAIT_MS = 300_000;

/** The checks of the options. */
export const WEBHOOK_OPTIONS: OptionTable<WebhookOptions> = {
  url: { check: webhookUrl },
  secret: { check: webhookSecret },
  timeoutMs: { check: (setting) => duration(setting, 1, LONGEST_WAIT_MS) },
  now: { check: clock },
};

/** Bodies of responses are not used. A larger one closes the connection. */
const LARGEST_RESPONSE = 64 * 1024;

/** The receiver refuses this one body: repeating it would hold all others for ever. */
const REFUSED_BODY: readonly number[] = [400, 413, 422];

/**
 * Returns a sink that sends each value as the event of a webhook. Its deliveries throw TransportError or UnavailableError, retryable if the receiver can take
 * the value later.
 *
 * @param what Name of a value, for messages.
 * @param eventOf Returns the event of a value, and the id of its webhook.
 * @throws BadRequestError `INVALID_CONFIGURATION` if the URL or the secret is missing
 */
export function webhookSink<Value>(
  what: 'result' | 'change',
  { url: given, secret, timeoutMs = 15_000, now = Date.now }: Partial<Checked<WebhookOptions>>,
  eventOf: (value: Value) => { id: string; event: WebhookEvent },
) {
  if (!(given instanceof Secret)) throw invalidSetting('url', undefined, 'missing: expected the URL of the receiver.');
  if (!(secret instanceof Secret))
    throw invalidSetting('secret', undefined, 'missing: expected the secret that signs.');
  const url = given.reveal();
  // The path of a webhook's URL is often a secret.
  const receiver = bareUrl(url);
  return {
    async deliver(value: Value, signal: AbortSignal): Promise<void> {
      const { id, event } = eventOf(value);
      // The timestamp is that of the attempt, so that a late one is not taken for a replay.
      const { body, headers } = signedWebhook(id, safeJson(JSON.stringify(event)), secret, now());
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': `buybox/${version}`, ...headers },
        body,
        // A redirect would send the result to another host.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      }).catch((error: unknown) => {
        throw noResponse(receiver, error);
      });
      // The status decides: the rest of the response is not used.
      await received(response).catch(() => undefined);
      const { ok, status } = response;
      if (ok) return;
      const message = `${receiver} returned the status ${status} for a ${what}: expected 2xx.`;
      if (REFUSED_BODY.includes(status)) throw new TransportError(message, { retryable: false });
      const isRedirect = status >= 300 && status < 400;
      const advice = isRedirect ? ' Redirects are not followed: set the URL to which it redirects.' : '';
      const retryAfterMs = readRetryAfter(response.headers.get('retry-after') ?? undefined, now());
      throw new UnavailableError(message + advice, { retryAfterMs });
    },
  };
}

/** Returns the error of a request without a response. Errors of the network contain parts of the request. */
function noResponse(receiver: string, error: unknown): TransportError {
  const { cause, name } = error as Error;
  const { code = name } = Object(cause) as NodeJS.ErrnoException;
  const message = `${receiver} did not respond (${code}). Check that it runs, and its URL.`;
  return new TransportError(message, { retryable: true });
}

/** Reads the body, so that the next request can use the connection. */
async function received({ body }: Response): Promise<void> {
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > LARGEST_RESPONSE) return;
  }
}

function webhookUrl({ name, value }: Setting): Secret {
  const text: unknown = value instanceof Secret ? revealed(value) : value;
  const url = typeof text === 'string' && text.length <= LONGEST_URL ? URL.parse(text) : null;
  const invalid = (why: string) => invalidSetting(name, undefined, `${shownUrl(text)} ${why}`);
  if (url === null || !['https:', 'http:'].includes(url.protocol))
    throw invalid(`is not valid: expected an https:// URL of at most ${LONGEST_URL} characters.`);
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    throw invalid('would send data unencrypted to another machine: expected https://.');
  if (url.username !== '' || url.password !== '')
    throw invalid('has a user name or password: expected a URL without one. The signature proves the sender.');
  return new Secret(url.href);
}
