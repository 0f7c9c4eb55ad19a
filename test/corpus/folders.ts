/** The folders of real pages with checked values, which `BUYBOX_CORPUS` names. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PageContext } from '../../src/entries/parse.ts';

/** A folder with `index.json`, `pages/` and `truth/`. */
export interface CorpusFolder {
  name: string;
  root: string;
  pages: string;
  truth: string;
}

/** A page with a truth. */
export interface CorpusPage {
  /** Name of the file without its ending, for example `product/us-lantern`. */
  name: string;
  /** A page type, `blocked` or `unavailable`. */
  kind: string;
  html: string;
  context: PageContext;
}

/**
 * Returns the folders that `BUYBOX_CORPUS` names, separated by the path delimiter of the system (":" or ";"). Empty if the variable is not
 * set.
 */
export function corpusFolders(): CorpusFolder[] {
  const roots = (process.env.BUYBOX_CORPUS ?? '').split(delimiter).filter((root) => root !== '');
  return roots.map((root) => ({ name: basename(root), root, pages: join(root, 'pages'), truth: join(root, 'truth') }));
}

/** Returns the pages of a folder that have a truth, of one kind or of all. */
export function corpusPages({ pages, truth }: CorpusFolder, only?: string): CorpusPage[] {
  return readdirSync(truth, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file): CorpusPage[] => {
      const { kind, url, requested_at, language } = JSON.parse(readFileSync(join(truth, file), 'utf8'));
      if (only !== undefined && kind !== only) return [];
      const name = file.replace(/\.json$/, '');
      const html = htmlOf(join(pages, `${name}.html.gz`));
      return [{ name, kind, html, context: { url, requestedAt: new Date(requested_at), language } }];
    });
}

/** Returns the HTML of a saved page. */
export function htmlOf(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}
