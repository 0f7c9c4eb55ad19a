/** Sends results to a URL. */
import { HOLD_OPTIONS, type HoldOptions, held } from '../../deliver/hold.ts';
import type { WebhookEvent } from '../../deliver/webhook-signature.ts';
import { WEBHOOK_OPTIONS, type WebhookOptions, webhookSink } from '../../deliver/webhook-sink.ts';
import { type OptionTable, readOptions } from '../../options/table.ts';
import type { JobResult, ResultSink } from '../result-types.ts';

/** Options of {@link webhookResults}. */
export interface WebhookResultsOptions extends HoldOptions, WebhookOptions {}

/** The body of a webhook with a result: `job.succeeded` with an envelope, `job.failed` with an error. */
export type JobEvent = WebhookEvent<'job.succeeded' | 'job.failed', JobResult>;

const WEBHOOK_RESULTS_OPTIONS: OptionTable<WebhookResultsOptions> = { ...HOLD_OPTIONS, ...WEBHOOK_OPTIONS };

/**
 * Returns a sink that sends each result as a POST request with the headers of Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`.
 * The body is a {@link JobEvent}. The receiver gets each result at least once, always with the same `webhook-id`: the result's key, with
 * `-failed` behind it for a failed job.
 *
 * A response of 2xx takes the result. One of 400, 413 or 422 refuses it: the job fails. After any other response, a redirect too, and without one, the
 * result waits and is sent again: the worker takes no further jobs than it can hold.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
 */
export function webhookResults(options: WebhookResultsOptions): ResultSink {
  const settings = readOptions('webhookResults', WEBHOOK_RESULTS_OPTIONS, options);
  return held(webhookSink('result', settings, sentOf), settings);
}

function sentOf(data: JobResult): { id: string; event: JobEvent } {
  const hasFailed = data.error !== undefined;
  const type = hasFailed ? 'job.failed' : 'job.succeeded';
  return { id: hasFailed ? `${data.key}-failed` : data.key, event: { type, timestamp: data.at, data } };
}
