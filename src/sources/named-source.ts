/** Page sources that settings name: a folder, a loopback URL, a module. */
import { resolve } from 'node:path';
import { invalidSetting } from '../options/checks.ts';
import { importModule } from '../options/modules.ts';
import { httpPages } from './http/pages.ts';
import { type HttpPagesOptions, httpPagesOptionsOf } from './http/settings.ts';
import type { PageSource } from './page-source.ts';
import { fixturePages } from './saved/fixture-pages.ts';
import { recordPages, type SavedPagesOptions, savedPages } from './saved/saved-pages.ts';

/** Settings that decide where pages come from. At most one of `pages`, `fixtures`, `folder` and `via` is set. */
export interface SourceSettings extends HttpPagesOptions {
  pages?: PageSource | string | undefined;
  fixtures?: boolean | undefined;
  folder?: string | undefined;
  record?: string | undefined;
}

/**
 * Returns the page source of the settings, which saves pages if `record` is set.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for a module that cannot be used
 */
export async function namedSource(settings: SourceSettings): Promise<PageSource> {
  const source = await unrecordedSource(settings);
  return settings.record === undefined ? source : recordPages(settings.record, source);
}

async function unrecordedSource(settings: SourceSettings): Promise<PageSource> {
  const { pages, fixtures, folder, maxBytes } = settings;
  if (fixtures === true) return fixturePages();
  const named = pages ?? folder;
  return typeof named === 'string' ? sourceAt(named, { maxBytes }) : (named ?? httpPages(httpPagesOptionsOf(settings)));
}

async function sourceAt(path: string, options: SavedPagesOptions): Promise<PageSource> {
  if (!/\.[cm]?[jt]s$/.test(path)) return savedPages(resolve(path), options);
  const loaded = await importModule(path).catch((cause: unknown) => {
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
    throw invalidSetting('pages', path, `cannot be loaded: ${reason}.`, cause);
  });
  if (typeof loaded.default === 'function') return loaded.default as PageSource;
  throw invalidSetting('pages', path, 'has no page source: expected a function as its default export.');
}
