/** Options of the stores of a watch. */
import { oneOf } from '../../settings/checks.ts';
import type { OptionTable } from '../../settings/table.ts';

/** Options of a store. */
export interface WatchStoreOptions {
  /**
   * Which envelopes to keep: `changes` keeps those of looks that show something new, compressed; `none` keeps the watched values only.
   * @default changes
   */
  envelopes?: 'changes' | 'none' | undefined;
}

/** The checks of the options. */
export const STORE_OPTIONS: OptionTable<WatchStoreOptions> = {
  envelopes: { check: (setting) => oneOf(setting, ['changes', 'none']) },
};
