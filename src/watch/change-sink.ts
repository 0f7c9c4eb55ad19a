/** A receiver of the changes of a watch. */
import type { Sink } from '../deliver/hold.ts';
import { invalidSetting, type Setting } from '../options/checks.ts';
import type { Change } from './types.ts';

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
