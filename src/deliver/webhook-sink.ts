/** Sends signed bodies to a URL. */

import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Got } from 'got';
import { MarketplaceError, TransportError, UnavailableError } from '../contract/errors.ts';
import type { Duration } from '../contract/marketplace.ts';
import { safeJson } from '../contract/safe-text.ts';
import { isLoopbackHost } from '../http/loopback.ts';
import { receive } from '../http/receive.ts';
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
  /** Time until the receiver must have responded [milliseconds]. @default 15_000 */
  timeoutMs?: Duration | undefined;
  /** Returns the current time, for the timestamp [milliseconds since the epoch]. @default Date.now */
  now?: (() => number) | undefined;
}

/** The checks of the options. */
export const WEBHOOK_OPTIONS: OptionTable<WebhookOptions> = {
  url: { check: webhookUrl },
  secret: { check: webhookSecret },
  timeoutMs: { check: (setting) => duration(setting, 1) },
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
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  let client: Promise<Got> | undefined;

  /** Errors of got contain the request, and so the URL and the signature. */
  function failureOf(error: unknown): MarketplaceError {
    if (error instanceof MarketplaceError) return error;
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code ?? (error instanceof Error ? message.replaceAll(url, receiver) : 'unknown error');
    return new TransportError(`${receiver} did not respond (${why}). Check that it runs, and its URL.`, {
      retryable: true,
    });
  }

  return {
    async deliver(value: Value, signal: AbortSignal): Promise<void> {
      const { id, event } = eventOf(value);
      // The timestamp is that of the attempt, so that a late one is not taken for a replay.
      const { body, headers } = signedWebhook(id, safeJson(JSON.stringify(event)), secret, now());
      client ??= clientWith(agents, timeoutMs);
      const request = (await client).stream(url, { method: 'POST', body, headers, signal });
      let status: number | undefined;
      let retryAfter: string | undefined;
      request.once('response', (response: { statusCode: number; headers: Record<string, string | undefined> }) => {
        status = response.statusCode;
        retryAfter = response.headers['retry-after'];
      });
      try {
        await receive({ request, sender: receiver, maxBytes: LARGEST_RESPONSE, compressed: true });
      } catch (error) {
        // The status decides: the rest of the response is not used.
        if (status === undefined) throw failureOf(error);
      }
      if (status === undefined || (status >= 200 && status < 300)) return;
      const message = `${receiver} returned the status ${status} for a ${what}: expected 2xx.`;
      if (REFUSED_BODY.includes(status)) throw new TransportError(message, { retryable: false });
      const isRedirect = status >= 300 && status < 400;
      const advice = isRedirect ? ' Redirects are not followed: set the URL to which it redirects.' : '';
      throw new UnavailableError(message + advice, { retryAfterMs: readRetryAfter(retryAfter, now()) });
    },
    async close(): Promise<void> {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** Loads the HTTP client with the first body: programs without webhooks do not need it. */
async function clientWith(agent: { http: HttpAgent; https: HttpsAgent }, timeoutMs: number): Promise<Got> {
  const { default: got } = await import('got');
  return got.extend({
    agent,
    decompress: false,
    headers: { 'content-type': 'application/json', 'user-agent': `buybox/${version}` },
    // A redirect would send the result to another host.
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { request: timeoutMs },
  });
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
