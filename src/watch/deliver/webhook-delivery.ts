/** Sends changes to a URL. */
import { MarketplaceError } from '../../contract/errors.ts';
import { safeJson } from '../../contract/safe-text.ts';
import { HOLD_OPTIONS } from '../../deliver/hold.ts';
import { WEBHOOK_OPTIONS, type WebhookOptions, WebhookReceiver } from '../../deliver/webhook-receiver.ts';
import { type VerifyWebhookOptions, verifiedBody } from '../../deliver/webhook-signature.ts';
import { wholeNumber } from '../../options/checks.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import type { WebhookEvent } from '../../queue/results/webhook-results.ts';
import type { ChangeSink } from '../change-sink.ts';
import type { Change, ChangeType } from '../types.ts';
import { receiverName } from './receiver-name.ts';

/** Options of {@link webhookDelivery}. */
export interface WebhookDeliveryOptions extends WebhookOptions {
  /** Name of the sink in the store. @default 'webhook' */
  name?: string | undefined;
  /** Most requests at the same time. Changes of one target are sent one after the other. @default 4 */
  concurrency?: number | undefined;
  /** Wait after a failure [milliseconds]. Each further one doubles it. @default 1_000 */
  firstRetryMs?: number | undefined;
  /** Longest wait between two attempts [milliseconds]. A `Retry-After` of the receiver can be longer, up to an hour. @default 60_000 */
  longestRetryMs?: number | undefined;
}

/** The body of a webhook with a change. */
export interface ChangeEvent {
  /** `change.` and the type of the change. */
  type: `change.${ChangeType}`;
  /** When the page was read that shows it: ISO 8601, UTC. */
  timestamp: string;
  /** The change. */
  data: Change;
}

const WEBHOOK_DELIVERY_OPTIONS: OptionTable<WebhookDeliveryOptions> = {
  ...WEBHOOK_OPTIONS,
  name: { check: receiverName },
  concurrency: { check: (setting) => wholeNumber(setting, 1, 1_000) },
  firstRetryMs: HOLD_OPTIONS.firstRetryMs,
  longestRetryMs: HOLD_OPTIONS.longestRetryMs,
};

/**
 * Returns a sink that sends each change as a POST request with the headers of Standard Webhooks. `webhook-id` is the `id` of the change, the body is a
 * {@link ChangeEvent}. The receiver gets each change at least once.
 *
 * A response of 2xx takes the change. One of 400, 413 or 422 refuses it: it is dropped, with the event `refused`. After any other response, a redirect
 * too, and without one, the change is sent again, for as long as it takes.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
 */
export function webhookDelivery(options: WebhookDeliveryOptions): ChangeSink {
  const settings = readOptions('webhookDelivery', WEBHOOK_DELIVERY_OPTIONS, options);
  const { name = 'webhook', concurrency = 4, firstRetryMs, longestRetryMs } = settings;
  const receiver = new WebhookReceiver('change', settings);
  return {
    name,
    concurrency,
    firstRetryMs,
    longestRetryMs,
    async deliver(change, signal) {
      try {
        await receiver.send(change.id, safeJson(JSON.stringify(eventOf(change))), signal);
      } catch (error) {
        if (error instanceof MarketplaceError && !error.retryable) return { refused: error.message };
        throw error;
      }
    },
    close: async () => receiver.close(),
  };
}

function eventOf(change: Change): ChangeEvent {
  return { type: `change.${change.type}`, timestamp: change.at, data: change };
}

/**
 * Returns the event of a webhook that `webhookDelivery` or `webhookResults` sent. The same event can arrive more than once: drop those whose
 * `webhook-id` you have.
 *
 * @throws AuthenticationError `UNAUTHORIZED` if the signature is not one of these secrets, if the timestamp is too old or in the future, or if the body is not
 *   a JSON object of at most 200 levels
 * @throws BadRequestError `INVALID_CONFIGURATION` for an option
 * @example
 * const { type, data } = verifyWebhook({ body: await request.text(), headers: request.headers, secret });
 */
export function verifyWebhook(options: VerifyWebhookOptions): ChangeEvent | WebhookEvent {
  return verifiedBody(options) as ChangeEvent | WebhookEvent;
}
