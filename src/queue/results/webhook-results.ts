/** Sends results to a URL. */
import { safeJson } from '../../contract/safe-text.ts';
import { HOLD_OPTIONS, Hold, type HoldOptions } from '../../deliver/hold.ts';
import { WEBHOOK_OPTIONS, type WebhookOptions, WebhookReceiver } from '../../deliver/webhook-receiver.ts';
import { type VerifyWebhookOptions, verifiedBody } from '../../deliver/webhook-signature.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import type { JobResult, ResultSink } from '../result-types.ts';

/** Options of {@link webhookResults}. */
export interface WebhookResultsOptions extends HoldOptions, WebhookOptions {}

/** The body of a webhook. */
export interface WebhookEvent {
  /** `job.succeeded` with an envelope, `job.failed` with an error. */
  type: 'job.succeeded' | 'job.failed';
  /** When the job ended: ISO 8601, UTC. */
  timestamp: string;
  /** The result. */
  data: JobResult;
}

const WEBHOOK_RESULTS_OPTIONS: OptionTable<WebhookResultsOptions> = { ...HOLD_OPTIONS, ...WEBHOOK_OPTIONS };

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
  const settings = readOptions('webhookResults', WEBHOOK_RESULTS_OPTIONS, options);
  const receiver = new WebhookReceiver('result', settings);
  const hold = new Hold(settings);
  return {
    async deliver(result, signal) {
      const id = result.error === undefined ? result.key : `${result.key}-failed`;
      const body = safeJson(JSON.stringify(eventOf(result)));
      await hold.run(() => receiver.send(id, body, signal), signal);
    },
    close: async () => receiver.close(),
  };
}

function eventOf(data: JobResult): WebhookEvent {
  return { type: data.error === undefined ? 'job.succeeded' : 'job.failed', timestamp: data.at, data };
}

/**
 * Returns the event of a webhook that `webhookResults` sent. The same event can arrive more than once: drop those whose `webhook-id` you have.
 * `verifyWebhook` of `buybox/watch` also has the type of the events of a watch.
 *
 * @throws AuthenticationError `UNAUTHORIZED` if the signature is not one of these secrets, if the timestamp is too old or in the future, or if the body is not
 *   a JSON object of at most 200 levels
 * @throws BadRequestError `INVALID_CONFIGURATION` for an option
 * @example
 * const { type, data } = verifyWebhook({ body: await request.text(), headers: request.headers, secret });
 */
export function verifyWebhook(options: VerifyWebhookOptions): WebhookEvent {
  return verifiedBody(options) as WebhookEvent;
}
