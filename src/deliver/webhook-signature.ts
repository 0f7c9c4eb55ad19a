/** Signs and checks webhooks as the Standard Webhooks specification says. @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { AuthenticationError } from '../contract/errors.ts';
import { DEEPEST, isRecord, jsonOf } from '../contract/json.ts';
import type { Duration } from '../contract/marketplace.ts';
import { clock, invalidSetting, type Setting } from '../options/checks.ts';
import { duration } from '../options/duration.ts';
import { revealed, Secret } from '../options/secrets.ts';
import { type OptionTable, readOptions } from '../options/table.ts';

/** A secret of webhooks: `whsec_` and the Base64 of 24 to 64 random bytes. */
export type WebhookSecret = string | Secret;

/** The body of a webhook. */
export interface WebhookEvent<Type extends string = string, Data = unknown> {
  /** The kind of event: of the results of jobs `job.succeeded` or `job.failed`, of a watch `change.` and the type of the change. */
  type: Type;
  /** When it happened: ISO 8601, UTC. */
  timestamp: string;
  /** The result of a job, or the change. */
  data: Data;
}

/** Options of `verifyWebhook`. */
export interface VerifyWebhookOptions {
  /** The body, unchanged, as it arrived: JSON that was parsed and written again can differ. */
  body: string | Uint8Array;
  /** The headers of the request. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The secret of the sender. While you change it: the old one and the new one. */
  secret: WebhookSecret | readonly WebhookSecret[];
  /** Largest difference between the timestamp and the clock of this machine [milliseconds]. @default 300_000 */
  toleranceMs?: Duration | undefined;
  /** Returns the current time [milliseconds since the epoch]. @default Date.now */
  now?: (() => number) | undefined;
}

/** Specification: between 24 and 64 bytes. */
const SECRET_BYTES = { least: 24, most: 64 };
const BASE64 = /^[A-Za-z\d+/]+={0,2}$/;

/** Returns the checked secret. */
export function webhookSecret({ name, value }: Setting): Secret {
  const text: unknown = value instanceof Secret ? value.reveal() : value;
  const base64 = typeof text === 'string' ? text.replace(/^whsec_/, '') : '';
  const { byteLength } = BASE64.test(base64) ? Buffer.from(base64, 'base64') : Buffer.of();
  if (byteLength >= SECRET_BYTES.least && byteLength <= SECRET_BYTES.most) return new Secret(String(text));
  throw invalidSetting(
    name,
    undefined,
    'is not valid: expected "whsec_" and the Base64 of 24 to 64 random bytes. `echo whsec_$(openssl rand -base64 32)` makes one.',
  );
}

/** Returns a webhook with its headers. @param at Milliseconds since the epoch. */
export function signedWebhook(id: string, body: string, secret: Secret, at: number) {
  const timestamp = String(Math.floor(at / 1_000));
  const signature = `v1,${signatureOf(id, timestamp, Buffer.from(body), secret).toString('base64')}`;
  return { body, headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } };
}

function signatureOf(id: string, timestamp: string, body: Uint8Array, secret: Secret): Buffer {
  const key = Buffer.from(revealed(secret).replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}

const VERIFY_OPTIONS: OptionTable<VerifyWebhookOptions> = {
  body: { check: checkedBody },
  headers: { check: checkedHeaders },
  secret: {
    check: ({ name, value }) =>
      (Array.isArray(value) ? value : [value]).map((one) => webhookSecret({ name, value: one })),
  },
  toleranceMs: { check: (setting) => duration(setting, 1) },
  now: { check: clock },
};

/**
 * Returns the event of a webhook that `webhookResults` or `webhookDelivery` sent. The same event can arrive more than once: drop those whose `webhook-id` you have.
 *
 * @typeParam Event The events that the sender of this secret sends: `JobEvent` of `buybox/queue`, `ChangeEvent` of `buybox/watch`, or both.
 * @throws AuthenticationError `UNAUTHORIZED` if the signature is not one of these secrets, if the timestamp is too old or in the future, or if the body is not
 *   a JSON object of at most 200 levels with `type`, `timestamp` and `data`
 * @throws BadRequestError `INVALID_CONFIGURATION` for an option
 * @example
 * const { type, data } = verifyWebhook<JobEvent>({ body: await request.text(), headers: request.headers, secret });
 */
export function verifyWebhook<Event extends WebhookEvent = WebhookEvent>(options: VerifyWebhookOptions): Event {
  const {
    body = '',
    headers = {},
    secret = [],
    toleranceMs = 300_000,
    now = Date.now,
  } = readOptions('verifyWebhook', VERIFY_OPTIONS, options);
  const secrets = secret as readonly Secret[];
  if (secrets.length === 0) throw invalidSetting('secret', undefined, 'missing: expected the secret of the sender.');
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string];
  assertRecent(timestamp, toleranceMs, now());
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const expected = secrets.map((one) => signatureOf(id, timestamp, bytes, one));
  const given = signatures
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [Buffer.from(one.slice(3), 'base64')] : []));
  if (!expected.some((one) => given.some((other) => one.length === other.length && timingSafeEqual(one, other))))
    throw refused('has no signature of this secret. Check the secret, and that the body is unchanged.');
  const event = jsonOf(Buffer.from(bytes).toString('utf8'));
  const { type, timestamp: at, data } = isRecord(event) ? event : {};
  if (typeof type === 'string' && typeof at === 'string' && data !== undefined) return event as Event;
  throw refused(`has a body that is not a JSON object of at most ${DEEPEST} levels with type, timestamp and data.`);
}

function headerOf(headers: VerifyWebhookOptions['headers'], name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw refused(`has no header ${name}.`);
}

function assertRecent(timestamp: string, toleranceMs: number, now: number): void {
  const at = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) * 1_000 : Number.NaN;
  if (Math.abs(now - at) <= toleranceMs) return;
  throw refused(
    'has a timestamp that is too old, in the future, or not a number of seconds. Check the clock of this machine.',
  );
}

function refused(why: string): AuthenticationError {
  return new AuthenticationError(`webhook: the request ${why}`);
}

function checkedBody({ name, value }: Setting): string | Uint8Array {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  throw invalidSetting(
    name,
    undefined,
    `has the type ${typeof value}: expected the body as it arrived, a string or bytes.`,
  );
}

function checkedHeaders({ name, value }: Setting): VerifyWebhookOptions['headers'] {
  if (typeof value === 'object' && value !== null) return value as VerifyWebhookOptions['headers'];
  throw invalidSetting(name, undefined, `has the type ${typeof value}: expected the headers of the request.`);
}
