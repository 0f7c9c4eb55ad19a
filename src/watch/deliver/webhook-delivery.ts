/** Sends changes to a URL. */

import { MarketplaceError } from '../../contract/errors.ts';
import type { Duration } from '../../contract/marketplace.ts';
import { HOLD_OPTIONS } from '../../deliver/hold.ts';
import type { WebhookEvent } from '../../deliver/webhook-signature.ts';
import { WEBHOOK_OPTIONS, type WebhookOptions, webhookSink } from '../../deliver/webhook-sink.ts';
import { wholeNumber } from '../../options/checks.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import { type ChangeSink, receiverName } from '../change-sink.ts';
import type { Change, ChangeType } from '../types.ts';

/** Options of {@link webhookDelivery}. */
export interface WebhookDeliveryOptions extends WebhookOptions {
  /** Name of the sink in the store. @default 'webhook' */
  name?: string | undefined;
  /** Most requests at the same time. Changes of one target are sent one after the other. @default 4 */
  concurrency?: number | undefined;
  /** Wait after a failure [milliseconds]. Each further one doubles it. @default 1_000 */
  firstRetryMs?: Duration | undefined;
  /** Longest wait between two attempts [milliseconds]. A `Retry-After` of the receiver can be longer, up to an hour. @default 60_000 */
  longestRetryMs?: Duration | undefined;
}

/** The body of a webhook with a change. Its `timestamp` is when the page was read that shows it. */
export type ChangeEvent = WebhookEvent<`change.${ChangeType}`, Change>;

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
  const sink = webhookSink('change', settings, sentOf);
  return {
    ...sink,
    name,
    concurrency,
    firstRetryMs,
    longestRetryMs,
    async deliver(change, signal) {
      try {
        await sink.deliver(change, signal);
      } catch (error) {
        if (error instanceof MarketplaceError && !error.retryable) return { refused: error.message };
        throw error;
      }
    },
  };
}

function sentOf(change: Change): { id: string; event: ChangeEvent } {
  return { id: change.id, event: { type: `change.${change.type}`, timestamp: change.at, data: change } };
}
