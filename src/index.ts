/** `buybox`: retail-marketplace data behind one typed interface. */
import { type MarketplaceOptions, resolveOptions } from './config.ts';
import { type Calls, type Marketplace, marketplaceFrom } from './contract/marketplace.ts';

export type { EventDetails, EventListener, EventType, MarketplaceEvent } from './call/events.ts';
export type { MarketplaceOptions } from './config.ts';
export * from './contract/index.ts';

/**
 * A marketplace, with the backend that the options or the environment name; it is loaded when it is first used.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a wrong setting, by its name
 * @example
 * await using marketplace = createMarketplace();
 * const response = await marketplace.product({ asin: 'B08N5WRWNW', marketplace: 'de' });
 * if (response.found) console.log(response.data.title, response.data.bb_price);
 */
export function createMarketplace(options: MarketplaceOptions = {}): Marketplace {
  const settings = resolveOptions(options);
  let loading: Promise<Marketplace> | undefined;
  const load = () => {
    loading ??= import('./local.ts').then(({ createLocalMarketplace }) => createLocalMarketplace(settings));
    return loading;
  };
  return marketplaceFrom(
    async (name, params, callOptions) => {
      const calls: Calls = await load();
      return calls[name](params, callOptions);
    },
    async () => {
      await (await loading)?.close();
    },
  );
}
