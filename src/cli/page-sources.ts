/** Page sources by their names: a folder, an address, a module. */
import { invalidSetting } from '../call/settings.ts';
import type { ConfiguredMarketplace } from '../config-file.ts';
import { httpPages, type PageSource, recordPages, savedPages } from '../local.ts';
import type { BackendFlags } from './backend.ts';
import { importModule } from './user-module.ts';

type Places = Pick<ConfiguredMarketplace, 'pages' | 'folder' | 'via' | 'record' | 'proxy' | 'deliverTo'>;

/**
 * Where pages come from. A flag wins over the configuration file's place, whichever of the three it names.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION`
 */
export async function pagesOf(flags: BackendFlags): Promise<PageSource> {
  const { configured = {} } = flags;
  const proxy = flags.proxy ?? configured.proxy;
  const deliverTo = flags.deliverTo ?? configured.deliverTo;
  const place = placeOf(flags) ?? placeOf(configured);
  const pages = await openPlace({ ...place, proxy, deliverTo });
  const record = flags.record ?? configured.record;
  return record === undefined ? pages : recordPages(record, pages);
}

/** The place that is named, if any. @throws BadRequestError when several are */
function placeOf({ pages, folder, via }: Places): Places | undefined {
  const named = [pages, folder, via].filter((place) => place !== undefined);
  if (named.length > 1) throw invalidSetting('pages', undefined, 'give one of pages, folder and via, not several');
  return named.length === 0 ? undefined : { pages, folder, via };
}

async function openPlace({ pages, folder, via, proxy, deliverTo }: Places): Promise<PageSource> {
  if (folder !== undefined) return savedPages(folder);
  if (pages === undefined) return httpPages({ via, proxy, deliverTo });
  return typeof pages === 'string' ? pagesOfModule(pages) : pages;
}

async function pagesOfModule(path: string): Promise<PageSource> {
  let loaded: { default?: unknown };
  try {
    loaded = await importModule(path);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw invalidSetting('pages', path, `cannot be loaded: ${why}`);
  }
  if (typeof loaded.default === 'function') return loaded.default as PageSource;
  throw invalidSetting('pages', path, 'must have a page source, a function, as its default export');
}
