/** Holds deliveries while their target is away, so that nothing is lost. */

import { askedWaitMs } from '../client/retries.ts';
import { backoffMs, sleep } from '../client/waits.ts';
import { MarketplaceError } from '../contract/errors.ts';
import type { Duration } from '../contract/marketplace.ts';
import { functionFor } from '../options/checks.ts';
import { duration } from '../options/duration.ts';
import { notify } from '../options/runtime.ts';
import type { Checked, OptionTable } from '../options/table.ts';

/** Takes values, such as the results of jobs or the changes of a watch. */
export interface Sink<Value> {
  /** Takes a value, and resolves when it is safe. @param signal Aborted when the delivery must end. */
  deliver(value: Value, signal: AbortSignal): Promise<unknown>;
  /** Writes what is buffered, and closes files and connections. */
  close?(): Promise<void>;
}

/** A failure of a sink's target: what it should take waits. */
export interface HeldResults {
  /** The failure of the target. */
  error: MarketplaceError;
  /** How long all deliveries of the sink wait before the next attempt [milliseconds]. */
  waitMs: number;
  /** Number of failures since the last success. */
  failures: number;
}

/** Options of sinks that wait for their target. */
export interface HoldOptions {
  /** Wait after a failure [milliseconds]. Each further failure doubles it. @default 1_000 */
  firstRetryMs?: Duration | undefined;
  /** Longest wait between two attempts [milliseconds]. A `Retry-After` of the target can be longer, up to an hour. @default 60_000 */
  longestRetryMs?: Duration | undefined;
  /** Called after each failure of the target, while deliveries wait. */
  onHold?: ((held: HeldResults) => void) | undefined;
}

/** The checks of the options. */
export const HOLD_OPTIONS: OptionTable<HoldOptions> = {
  firstRetryMs: { check: (setting) => duration(setting, 1) },
  longestRetryMs: { check: (setting) => duration(setting, 1) },
  onHold: { check: functionFor<(held: HeldResults) => void>() },
};

/** The time and the waits of a hold. */
export interface HoldClock {
  /** Returns the time [milliseconds]. */
  now(): number;
  /** Resolves after a time [milliseconds]. @throws the reason of the signal, when it aborts */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

const MONOTONIC: HoldClock = { now: () => performance.now(), sleep };

/** The back-off of a target. */
export type Hold = ReturnType<typeof openHold>;

/**
 * Returns the back-off of a target. All deliveries of a sink share it: while the target is away, one of them tries it, so that the number of waiting
 * results does not multiply the attempts.
 */
export function openHold(
  { firstRetryMs: firstMs = 1_000, longestRetryMs: longestMs = 60_000, onHold }: Checked<HoldOptions>,
  clock: HoldClock = MONOTONIC,
) {
  let failures = 0;
  let waitMs = 0;
  /** When the next attempt may start, of the clock. */
  let openAt = Number.NEGATIVE_INFINITY;
  /** Aborted when an attempt succeeds after failures. */
  let recovery = new AbortController();

  /**
   * Repeats an attempt until it succeeds.
   *
   * @throws the signal's reason, when it aborts; an error that is not retryable
   */
  async function run<Value>(attempt: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
    for (;;) {
      await turn(signal);
      const before = failures;
      try {
        const value = await attempt();
        open();
        return value;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof MarketplaceError && error.retryable)) throw error;
        // Attempts that ran at the same time are one failure.
        if (before === failures) close(error);
      }
    }
  }

  async function turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    for (let left = openAt - clock.now(); left > 0; left = openAt - clock.now()) {
      await clock.sleep(left, AbortSignal.any([signal, recovery.signal])).catch(() => undefined);
      signal.throwIfAborted();
    }
    // The others wait for this attempt.
    if (failures > 0) openAt = clock.now() + waitMs;
  }

  function open(): void {
    if (failures === 0) return;
    failures = 0;
    openAt = Number.NEGATIVE_INFINITY;
    recovery.abort();
    recovery = new AbortController();
  }

  function close(error: MarketplaceError): void {
    const ownMs = backoffMs(++failures, { firstMs, longestMs });
    waitMs = Math.max(ownMs, askedWaitMs(error) ?? 0);
    openAt = clock.now() + waitMs;
    if (onHold !== undefined) notify('onHold', onHold, { error, waitMs, failures });
  }

  return { run };
}

/** Returns a sink whose values wait while its target is away. */
export function held<Value>({ deliver, ...rest }: Sink<Value>, options: Checked<HoldOptions>) {
  const hold = openHold(options);
  return {
    ...rest,
    deliver: async (value: Value, signal: AbortSignal): Promise<void> => {
      await hold.run(() => deliver(value, signal), signal);
    },
  };
}
