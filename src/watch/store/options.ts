/** Options of the stores of a watch. */
import { clock, invalidSetting, oneOf, type Setting } from '../../options/checks.ts';
import { durationIn } from '../../options/duration.ts';
import { membersIn, type OptionTable } from '../../options/table.ts';

/** How long to keep what a watch saw: milliseconds, or a number and `m`, `h` or `d`, such as `90d`. */
export interface KeepOptions {
  /** Envelopes. @default for ever */
  envelopes?: number | string | undefined;
  /** Values. The latest ones are always kept. @default for ever */
  observations?: number | string | undefined;
  /** Changes. Those that wait for a delivery are always kept. @default for ever */
  changes?: number | string | undefined;
}

/** Options of a store. */
export interface WatchStoreOptions {
  /**
   * Which envelopes to keep, compressed: `all` those of each look that shows a new value; `changes` not those where only the rank, the rating or the
   * number of ratings differs; `none` keeps the watched values only.
   * @default changes
   */
  envelopes?: 'all' | 'changes' | 'none' | undefined;
  /** The rows that `compact` removes. @default nothing */
  keep?: KeepOptions | undefined;
  /** From this age on, `compact` keeps one envelope for each target and day. @default never */
  thinEnvelopes?: number | string | undefined;
  /** Returns the time [milliseconds since the epoch], for `compact`. @default the clock of the machine */
  now?: (() => number) | undefined;
}

/** The checks of the options. Ages become milliseconds. */
export const STORE_OPTIONS: OptionTable<WatchStoreOptions> = {
  envelopes: { check: (setting) => oneOf(setting, ['all', 'changes', 'none']) },
  keep: {
    check: membersIn<KeepOptions>({ envelopes: { check: age }, observations: { check: age }, changes: { check: age } }),
  },
  thinEnvelopes: { check: age },
  now: { check: clock },
};

/** Returns an age in milliseconds. */
function age({ name, value }: Setting): number {
  const length = lengthIn(value);
  if (length !== undefined) return length;
  throw invalidSetting(name, value, 'is not valid: expected an age such as "90d", or milliseconds from 60000 on.');
}

/** Shorter steps have no use: marketplaces are asked at most every few minutes [milliseconds]. */
const SHORTEST = 60_000;

/** Returns a length of a minute or more in milliseconds; `undefined` for another value. */
export function lengthIn(value: unknown): number | undefined {
  const length = typeof value === 'string' ? durationIn(value) : value;
  return typeof length === 'number' && Number.isInteger(length) && length >= SHORTEST ? length : undefined;
}
