/** The receivers of the changes of a watch: functions and sinks, a file, a webhook. */
import { MarketplaceError } from '../contract/errors.ts';
import type { Duration } from '../contract/marketplace.ts';
import { safeJson } from '../contract/safe-text.ts';
import { HOLD_OPTIONS, type Sink } from '../deliver/hold.ts';
import { ndjsonSink, singleFile } from '../deliver/ndjson-sink.ts';
import type { WebhookEvent } from '../deliver/webhook-signature.ts';
import { WEBHOOK_OPTIONS, type WebhookOptions, webhookSink } from '../deliver/webhook-sink.ts';
import { filePath, invalidSetting, type Setting, trueOrFalse, wholeNumber } from '../options/checks.ts';
import { type OptionTable, readOptions } from '../options/table.ts';
import type { Change, ChangeType } from './types.ts';

/** A change that a sink can never take. */
export interface Refusal {
  /** Why. */
  refused: string;
}

/** Takes the changes of a watch. */
export interface ChangeSink extends Sink<Change> {
  /** Names the sink in the store: changes that it has not taken wait under this name, also over a restart. 1 to 64 characters. */
  readonly name: string;
  /**
   * Takes a change, and resolves when it is safe. When it rejects, the change is delivered again, for as long as it takes. A refused change is dropped.
   * Changes of one target arrive one after the other, in their order; a change can arrive again with the same `id`.
   *
   * @param signal Aborted when the watch closes.
   */
  deliver(change: Change, signal: AbortSignal): Promise<Refusal | undefined> | Promise<void>;
  /** Closes files and connections. Called once, when the watch closes. */
  close?(): Promise<void>;
  /** Most deliveries at the same time, of different targets. @default 1 */
  readonly concurrency?: number | undefined;
  /** Wait after a failure [milliseconds]. Each further one doubles it. @default 1_000 */
  readonly firstRetryMs?: number | undefined;
  /** Longest wait between two attempts [milliseconds]. @default 60_000 */
  readonly longestRetryMs?: number | undefined;
}

/** A function that takes changes, see {@link ChangeSink.deliver}. Its name in the store is `function`, or `function-2` for a second one. */
export type ChangeHandler = (change: Change, signal: AbortSignal) => unknown;

/** Receiver of the changes that the loop over a watch takes. */
export const LOOP = 'loop';

/** Returns the name of a sink. @throws BadRequestError `INVALID_CONFIGURATION` */
export function receiverName({ name, value }: Setting): string {
  if (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) && value !== LOOP) return value;
  throw invalidSetting(
    name,
    value,
    `is not valid: expected 1 to 64 letters, digits or "_", "-", ".", and not "${LOOP}".`,
  );
}

/** Options of {@link ndjsonDelivery}. */
export interface NdjsonDeliveryOptions {
  /** Name of the sink in the store. @default 'ndjson' */
  name?: string | undefined;
  /** Whether a change is delivered only when its line is on the disk, so that also a power cut loses none. @default true */
  fsync?: boolean | undefined;
}

const NDJSON_DELIVERY_OPTIONS: OptionTable<NdjsonDeliveryOptions> = {
  name: { check: receiverName },
  fsync: { check: trueOrFalse },
};

/**
 * Returns a sink that appends each change to a file, as a line of JSON. The file is continued if it exists, for one process alone. An incomplete last
 * line, which a kill can leave, is removed. A change is in the file at least once, always with the same `id`.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
 */
export function ndjsonDelivery(file: string, options: NdjsonDeliveryOptions = {}): ChangeSink {
  const path = filePath({ name: 'file', value: file });
  const { name = 'ndjson', fsync = true } = readOptions('ndjsonDelivery', NDJSON_DELIVERY_OPTIONS, options);
  const lineOf = (change: Change) => safeJson(JSON.stringify(change));
  const sink = ndjsonSink(singleFile(path, 'file'), lineOf, fsync, 'changes');
  return { ...sink, name, deliver: async (change, signal) => void (await sink.deliver(change, signal)) };
}

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
  const sink = webhookSink('change', settings, (change: Change): { id: string; event: ChangeEvent } => {
    return { id: change.id, event: { type: `change.${change.type}`, timestamp: change.at, data: change } };
  });
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
