/** Opens the marketplace that checked settings describe. */
import { lazyMarketplace } from './call/lazy.ts';
import { localOptions, type MarketplaceSettings, remoteOptions } from './config.ts';
import type { MarketplaceWithFields } from './contract/marketplace.ts';
import type { Ledger } from './ledger/ledger.ts';

/** Returns a marketplace that loads its backend on the first call. */
export function openMarketplace(settings: MarketplaceSettings): MarketplaceWithFields {
  return lazyMarketplace(() => loadBackend(settings), holdsResources(settings), settings);
}

async function loadBackend(settings: MarketplaceSettings): Promise<MarketplaceWithFields> {
  const ledger = await ledgerOf(settings);
  if (settings.backend === 'remote') {
    const { openRemoteMarketplace } = await import('./remote/node.ts');
    return openRemoteMarketplace({ ...remoteOptions(settings), ledger }, {});
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

function holdsResources({ backend, pages, transport, ledger }: MarketplaceSettings): boolean {
  return [ledger, backend === 'local' ? pages : transport].some(
    (given) => given !== undefined && typeof given !== 'string',
  );
}
