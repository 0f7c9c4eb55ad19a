/** Options of the stores of a watch. */
import type { Duration } from '../../contract/marketplace.ts';
import { clock, oneOf, type Setting } from '../../options/checks.ts';
import { duration, LONGEST_TIME_MS } from '../../options/duration.ts';
import { membersIn, type OptionTable } from '../../options/table.ts';

/** How long to keep what a watch saw: milliseconds from a minute to ten years, or a text such as `90d`. */
export interface KeepOptions {
  /** Envelopes. @default for ever */
  envelopes?: Duration | undefined;
  /** Values. The latest ones are always kept. @default for ever */
  observations?: Duration | undefined;
  /** Changes. Those that wait for a delivery are always kept. @default for ever */
  changes?: Duration | undefined;
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
  /** Returns the time [milliseconds since the epoch], for `compact`. @default the clock of the machine */
  now?: (() => number) | undefined;
}

/** The checks of the options. Ages become milliseconds. */
export const STORE_OPTIONS: OptionTable<WatchStoreOptions> = {
  envelopes: { check: (setting) => oneOf(setting, ['all', 'changes', 'none']) },
  keep: {
    check: membersIn<KeepOptions>({ envelopes: { check: age }, observations: { check: age }, changes: { check: age } }),
  },
  now: { check: clock },
};

/** The shortest age, and the shortest step of a history [milliseconds]. Marketplaces are asked at most every few minutes. */
export const SHORTEST_AGE_MS = 60_000;

/** Returns an age in milliseconds. */
function age(setting: Setting): number {
  return duration(setting, SHORTEST_AGE_MS, LONGEST_TIME_MS);
}
