/** Sends signed bodies to a URL. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Got } from 'got';
import { MarketplaceError, TransportError, UnavailableError } from '../contract/errors.ts';
import { isLoopbackHost } from '../http/loopback.ts';
import { receive } from '../http/receive.ts';
import { readRetryAfter } from '../http/retry-after.ts';
import { clock, invalidSetting, LONGEST_URL, milliseconds, type Setting } from '../options/checks.ts';
import { bareUrl, revealed, Secret, shownUrl } from '../options/secrets.ts';
import type { OptionTable } from '../options/table.ts';
import { version } from '../version.ts';
import { signedWebhook, type WebhookSecret, webhookSecret } from './webhook-signature.ts';

/** Options of a webhook. */
export interface WebhookOptions {
  /** URL that receives the POST requests: `https://`, or `http://` of this machine. */
  url: string | Secret;
  /** The secret that signs: `whsec_` and the Base64 of 24 to 64 random bytes. */
  secret: WebhookSecret;
  /** Time until the receiver must have responded [milliseconds]. @default 15_000 */
  timeoutMs?: number | undefined;
  /** Returns the current time, for the timestamp [milliseconds since the epoch]. @default Date.now */
  now?: (() => number) | undefined;
}

/** The checks of the options. */
export const WEBHOOK_OPTIONS: OptionTable<WebhookOptions> = {
  url: { check: webhookUrl },
  secret: { check: webhookSecret },
  timeoutMs: { check: (setting) => milliseconds(setting) },
  now: { check: clock },
};

/** Bodies of responses are not used. A larger one closes the connection. */
const LARGEST_RESPONSE = 64 * 1024;

/** The receiver refuses this one body: repeating it would hold all others for ever. */
const REFUSED_BODY: readonly number[] = [400, 413, 422];

/** The contents of a webhook, for messages. */
export type Sent = 'result' | 'change';

/** The receiver of webhooks, and the connections to it. */
export class WebhookReceiver {
  readonly #url: string;
  readonly #name: string;
  readonly #agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  readonly #timeoutMs: number;
  #client: Promise<Got> | undefined;
  readonly #secret: Secret;
  readonly #now: () => number;
  readonly #sent: Sent;

  /** @throws BadRequestError `INVALID_CONFIGURATION` if the URL or the secret is missing */
  constructor(sent: Sent, { url: given, secret, timeoutMs = 15_000, now = Date.now }: Partial<WebhookOptions>) {
    if (!(given instanceof Secret))
      throw invalidSetting('url', undefined, 'missing: expected the URL of the receiver.');
    if (!(secret instanceof Secret))
      throw invalidSetting('secret', undefined, 'missing: expected the secret that signs.');
    const url = given.reveal();
    this.#sent = sent;
    this.#secret = secret;
    this.#now = now;
    this.#url = url;
    // The path of a webhook's URL is often a secret.
    this.#name = bareUrl(url);
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Sends a body, signed. The timestamp is that of the attempt, so that a late one is not taken for a replay.
   *
   * @throws TransportError or UnavailableError, retryable if the receiver can take it later
   */
  async send(id: string, text: string, signal: AbortSignal): Promise<void> {
    const { body, headers } = signedWebhook(id, text, this.#secret, this.#now());
    this.#client ??= this.#loadClient();
    const request = (await this.#client).stream(this.#url, { method: 'POST', body, headers, signal });
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
    if (status !== undefined) this.#judge(status, readRetryAfter(retryAfter, this.#now()));
  }

  /** Loads the HTTP client with the first body: programs without webhooks do not need it. */
  async #loadClient(): Promise<Got> {
    const { default: got } = await import('got');
    return got.extend({
      agent: this.#agents,
      decompress: false,
      headers: { 'content-type': 'application/json', 'user-agent': `buybox/${version}` },
      // A redirect would send the result to another host.
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
      timeout: { request: this.#timeoutMs },
    });
  }

  #judge(status: number, retryAfterMs: number | undefined): void {
    if (status >= 200 && status < 300) return;
    const message = `${this.#sent}s: ${this.#name} returned the status ${status} for a ${this.#sent}: expected 2xx.`;
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
    return new TransportError(`${this.#sent}s: ${this.#name} did not respond (${why}).`, { retryable: true });
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
    throw invalid('would send data unencrypted to another machine: expected https://.');
  if (url.username !== '' || url.password !== '')
    throw invalid('has a user name or password: expected a URL without one. The signature proves the sender.');
  return new Secret(url.href);
}
