/**
 * Where your products stand among the organic results of keywords, and how that changed since the last time.
 *
 *   node examples/keyword-ranks.ts --keyword "camping lantern" --keyword "led lantern" --pages 3 --history ranks.ndjson B08N5WRWNW B07XJ8C8F5
 *   node examples/keyword-ranks.ts --fixtures
 *
 * The history is a file of JSON lines, one a keyword and product, to be run from cron and read by anything.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createMarketplace, type Marketplace, type Params, searchPages } from 'buybox';

/** Where a product stood. */
export interface Rank {
  at: string;
  marketplace: string;
  keyword: string;
  asin: string;
  /** Among the organic results over all pages, 1 first; `null` when it was not among those that were looked through. */
  position: number | null;
  /** The page that it stood on. */
  page: number | null;
  /** How many organic results were looked through. */
  depth: number;
}

/** What to look for. */
export interface RankSearch extends Omit<Params<'search'>, 'page'> {
  asins: readonly string[];
  /** Pages of results to look through, a credit each. @default 3 */
  pages?: number;
}

/** The places of products among the results of a keyword. No page is asked for once all of them are found. */
export async function ranksOf(marketplace: Marketplace, { asins, pages = 3, ...search }: RankSearch): Promise<Rank[]> {
  const places = new Map<string, { position: number; page: number }>();
  let depth = 0;
  let about = { at: '', marketplace: '' };
  for await (const { data, meta } of searchPages(marketplace, search, { maxPages: pages })) {
    about = { at: meta.timestamp, marketplace: meta.marketplace };
    for (const { asin } of data?.shallow_parts ?? []) {
      depth++;
      // The first place counts, wherever else it stands.
      if (!places.has(asin)) places.set(asin, { position: depth, page: data?.current_page ?? 1 });
    }
    if (asins.every((asin) => places.has(asin))) break;
  }
  return asins.map((asin) => {
    const { position = null, page = null } = places.get(asin) ?? {};
    return { ...about, keyword: search.keyword, asin, position, page, depth };
  });
}

/** The last known place of each product, out of a history. */
export function lastRanks(history: string): Map<string, Rank> {
  const ranks: Rank[] = history
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return new Map(ranks.map((rank) => [keyOf(rank), rank]));
}

/** What tells one row of the history from another. */
export const keyOf = ({ marketplace, keyword, asin }: Rank): string => JSON.stringify([marketplace, keyword, asin]);

/** A place in words, with what changed. */
export function sentenceOf(rank: Rank, before?: Rank): string {
  const { keyword, asin, marketplace, page } = rank;
  const place = `"${keyword}" on ${marketplace}, ${asin}: ${placeOf(rank)}${page === null ? '' : ` (page ${page})`}`;
  if (before === undefined) return place;
  if (before.position === rank.position) return `${place}, as before`;
  const change = rank.position !== null && before.position !== null ? before.position - rank.position : undefined;
  const moved = change === undefined ? '' : change > 0 ? ` (up ${change})` : ` (down ${-change})`;
  return `${place}, before: ${placeOf(before)}${moved}`;
}

function placeOf({ position, depth }: Rank): string {
  return position === null ? `not among the first ${depth}` : `place ${position}`;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keyword: { type: 'string', multiple: true, default: ['camping lantern'] },
      pages: { type: 'string', default: '2' },
      history: { type: 'string' },
      fixtures: { type: 'boolean', default: false },
    },
  });
  await using marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace()
    : createMarketplace();
  const asins = values.fixtures ? ['B0LANTERN1', 'B0SOLARLN1', 'B0HAMMOCK1'] : positionals;
  const { history } = values;
  const known = lastRanks(history !== undefined && existsSync(history) ? readFileSync(history, 'utf8') : '');
  for (const keyword of values.keyword) {
    try {
      const ranks = await ranksOf(marketplace, { keyword, asins, pages: Number(values.pages) });
      for (const rank of ranks) console.log(sentenceOf(rank, known.get(keyOf(rank))));
      if (history !== undefined) appendFileSync(history, ranks.map((rank) => `${JSON.stringify(rank)}\n`).join(''));
    } catch (error) {
      // A page that could not be had makes places unknown, not lost: nothing is written down.
      console.error(`"${keyword}": ${String(error)}`);
      process.exitCode = 1;
    }
  }
}
