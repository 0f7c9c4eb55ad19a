/** Sends results to a URL. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import got, { type Got } from 'got';
import { receive } from '../../call/receive.ts';
import { readRetryAfter } from '../../call/retry-after.ts';
import { MarketplaceError, TransportError, UnavailableError } from '../../contract/errors.ts';
import { safeJson } from '../../contract/safe-text.ts';
import { clock, invalidSetting, LONGEST_URL, milliseconds, type Setting } from '../../settings/checks.ts';
import { isLoopbackHost } from '../../settings/loopback.ts';
import { bareUrl, shownUrl } from '../../settings/redact.ts';
import { revealed, Secret } from '../../settings/secret.ts';
import { type OptionTable, readOptions } from '../../settings/table.ts';
import { version } from '../../version.ts';
import type { JobResult, ResultSink } from '../result-types.ts';
import { HOLD_OPTIONS, Hold, type HoldOptions } from './hold.ts';
import {
  type SignedWebhook,
  signedWebhook,
  type WebhookEvent,
  type WebhookSecret,
  webhookSecret,
} from './webhook-signature.ts';

/** Options of {@link webhookResults}. */
export interface WebhookResultsOptions extends HoldOptions {
  /** URL that receives a POST request for each result: `https://`, or `http://` of this machine. */
  url: string | Secret;
  /** The secret that signs: `whsec_` and the Base64 of 24 to 64 random bytes. */
  secret: WebhookSecret;
  /** Time until the receiver must have responded [milliseconds]. @default 15_000 */
  timeoutMs?: number | undefined;
  /** Returns the current time, for the timestamp [milliseconds since the epoch]. @default Date.now */
  now?: (() => number) | undefined;
}

const WEBHOOK_OPTIONS: OptionTable<WebhookResultsOptions> = {
  ...HOLD_OPTIONS,
  url: { check: webhookUrl },
  secret: { check: webhookSecret },
  timeoutMs: { check: (setting) => milliseconds(setting) },
  now: { check: clock },
};

/** Bodies of responses are not used. A larger one closes the connection. */
const LARGEST_RESPONSE = 64 * 1024;

/** The receiver refuses this one body: repeating it would hold the job for ever. */
const REFUSED_BODY: readonly number[] = [400, 413, 422];

/**
 * Returns a sink that sends each result as a POST request with the headers of Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`.
 * The body is a {@link WebhookEvent}. The receiver gets each result at least once, always with the same `webhook-id`: the result's key, with
 * `-failed` behind it for a failed job.
 *
 * A response of 2xx takes the result. One of 400, 413 or 422 refuses it: the job fails. After any other response, a redirect too, and without one, the
 * result waits and is sent again: the worker takes no further jobs than it can hold.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
 */
export function webhookResults(options: WebhookResultsOptions): ResultSink {
  const settings = readOptions('webhookResults', WEBHOOK_OPTIONS, options);
  const { url, secret, timeoutMs = 15_000, now = Date.now } = settings;
  if (!(url instanceof Secret)) throw invalidSetting('url', undefined, 'missing: expected the URL of the receiver.');
  if (!(secret instanceof Secret))
    throw invalidSetting(
      'secret',
      undefined,
      'missing: expected the secret that signs. Set BUYBOX_WEBHOOK_SECRET or the option.',
    );
  const receiver = new Receiver(url.reveal(), timeoutMs);
  const hold = new Hold(settings);
  return {
    async deliver(result, signal) {
      const id = result.error === undefined ? result.key : `${result.key}-failed`;
      const body = safeJson(JSON.stringify(eventOf(result)));
      // The timestamp is that of the attempt, so that a late one is not taken for a replay.
      await hold.run(() => receiver.send(signedWebhook(id, body, secret, now()), signal, now), signal);
    },
    close: async () => receiver.close(),
  };
}

function eventOf(data: JobResult): WebhookEvent {
  return { type: data.error === undefined ? 'job.succeeded' : 'job.failed', timestamp: data.at, data };
}

/** The receiver of webhooks, and the connections to it. */
class Receiver {
  readonly #url: string;
  readonly #name: string;
  readonly #agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  readonly #client: Got;

  constructor(url: string, timeoutMs: number) {
    this.#url = url;
    // The path of a webhook's URL is often a secret.
    this.#name = bareUrl(url);
    this.#client = got.extend({
      agent: this.#agents,
      decompress: false,
      headers: { 'content-type': 'application/json', 'user-agent': `buybox/${version}` },
      // A redirect would send the result to another host.
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      timeout: { request: timeoutMs },
    });
  }

  /** Sends a webhook. @throws TransportError or UnavailableError, retryable if the receiver can take it later */
  async send({ body, headers }: SignedWebhook, signal: AbortSignal, now: () => number): Promise<void> {
    const request = this.#client.stream(this.#url, { method: 'POST', body, headers, signal });
    let status: number | undefined;
    let retryAfter: string | undefined;
    request.once('response', (response: { statusCode: number; headers: Record<string, string | undefined> }) => {
      status = response.statusCode;
      retryAfter = response.headers['retry-after'];
    });
    try {
      await receive({ request, sender: this.#name, maxBytes: LARGEST_RESPONSE, compressed: true });
    } catch (error) {
      // The status decides: the rest of the response is not used.
      if (status === undefined) throw this.#failure(error);
    }
    if (status !== undefined) this.#judge(status, readRetryAfter(retryAfter, now()));
  }

  #judge(status: number, retryAfterMs: number | undefined): void {
    if (status >= 200 && status < 300) return;
    const message = `results: ${this.#name} returned the status ${status} for a result: expected 2xx.`;
    if (REFUSED_BODY.includes(status)) throw new TransportError(message, { retryable: false });
    const advice =
      status >= 300 && status < 400 ? ' Redirects are not followed: set the URL to which it redirects.' : '';
    throw new UnavailableError(message + advice, { retryAfterMs });
  }

  /** Errors of got contain the request, and so the URL and the signature. */
  #failure(error: unknown): MarketplaceError {
    if (error instanceof MarketplaceError) return error;
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code ?? (error instanceof Error ? message.replaceAll(this.#url, this.#name) : 'unknown error');
    return new TransportError(`results: ${this.#name} did not respond (${why}).`, { retryable: true });
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }
}

function webhookUrl({ name, value }: Setting): Secret {
  const text: unknown = value instanceof Secret ? revealed(value) : value;
  const url = typeof text === 'string' && text.length <= LONGEST_URL ? URL.parse(text) : null;
  const invalid = (why: string) => invalidSetting(name, undefined, `${shownUrl(text)} ${why}`);
  if (url === null || !['https:', 'http:'].includes(url.protocol))
    throw invalid(`is not valid: expected an https:// URL of at most ${LONGEST_URL} characters.`);
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    throw invalid('would send results unencrypted to another machine: expected https://.');
  if (url.username !== '' || url.password !== '')
    throw invalid('has a user name or password: expected a URL without one. The signature proves the sender.');
  return new Secret(url.href);
}
