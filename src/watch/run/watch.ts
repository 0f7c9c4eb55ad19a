/** Looks at pages again and again, and reports what changes. */
import type { AnyMarketplace } from '../../contract/marketplace.ts';
import { marketplaceIn } from '../../options/checks.ts';
import { watchSettings } from './watch-options.ts';
import { WatchRun } from './watch-run.ts';
import type { Watch, WatchOptions, WatchTargets } from './watch-types.ts';

/**
 * Looks at targets again and again, and reports what changes. The first look at a target is made at once. It reports only what is below the limit of a
 * rule already. The watch begins by itself, and lasts until it is closed, its `signal` aborts, or a loop over it is left.
 *
 * @param targets Without it: those of the store.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option
 * @example
 * for await (const change of watch(marketplace, [{ endpoint: 'product', params: { asin } }], { every: '1h', db: 'watch.db' }))
 *   console.log(change.type, change.asin, change.before, change.after);
 */
export function watch(marketplace: AnyMarketplace, targets?: WatchTargets, options: WatchOptions = {}): Watch {
  marketplaceIn({ name: 'marketplace', value: marketplace });
  return new WatchRun(marketplace, targets, watchSettings(options));
}
