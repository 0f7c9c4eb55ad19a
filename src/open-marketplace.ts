/** Opens the marketplace that checked settings describe. */
import { localOptions, type MarketplaceSettings, remoteOptions } from './config.ts';
import { TransportError } from './contract/errors.ts';
import { callFunctionOf, type MarketplaceWithFields, marketplaceFrom } from './contract/marketplace.ts';
import type { Ledger } from './ledger/ledger.ts';

/** Returns a marketplace that loads its backend on the first call. */
export function openMarketplace(settings: MarketplaceSettings): MarketplaceWithFields {
  let loading: Promise<MarketplaceWithFields> | undefined;
  let isClosed = false;
  const load = () => {
    loading ??= loadBackend(settings).catch((error: unknown) => {
      // The next call tries again.
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return marketplaceFrom(
    async (name, params, callOptions, onResponse) => {
      if (isClosed) throw new TransportError('the marketplace is closed. Create a new one.', { retryable: false });
      const call = callFunctionOf(await load());
      if (call === undefined) throw new TypeError('backends are created with marketplaceFrom');
      return call(name, params, callOptions, onResponse);
    },
    async () => {
      isClosed = true;
      // The page source and the ledger of the options are closed even if no call used them.
      if (loading !== undefined || holdsResources(settings)) await (await load()).close();
    },
  );
}

async function loadBackend(settings: MarketplaceSettings): Promise<MarketplaceWithFields> {
  const ledger = await ledgerOf(settings);
  if (settings.backend === 'remote') {
    return (await import('./remote.ts')).createRemoteMarketplace({ ...remoteOptions(settings), ledger });
  }
  const [{ createLocalMarketplace }, { namedSource }] = await Promise.all([
    import('./local.ts'),
    import('./local/named-source.ts'),
  ]);
  return createLocalMarketplace({ ...localOptions(settings), pages: await namedSource(settings), ledger });
}

async function ledgerOf({ ledger, now }: MarketplaceSettings): Promise<Ledger | undefined> {
  return typeof ledger === 'string'
    ? (await import('./ledger/sqlite-ledger.ts')).sqliteLedger(ledger, { now })
    : ledger;
}

function holdsResources({ backend, pages, ledger }: MarketplaceSettings): boolean {
  return [ledger, backend === 'local' ? pages : undefined].some(
    (given) => given !== undefined && typeof given !== 'string',
  );
}
