/**
 * Prints the positions of your products in the organic results of keywords, and changes since the last run.
 *
 *   node examples/keyword-ranks.ts --keyword "camping lantern" --keyword "led lantern" --pages 3 --history ranks.ndjson B0LANTERN1 B07XJ8C8F5
 *   node examples/keyword-ranks.ts --fixtures
 *
 * The history is an NDJSON file with a line for each keyword and product. Run the program from cron.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createMarketplace, type Marketplace, type Params, searchPages } from 'buybox';

/** The position of a product. */
export interface Rank {
  at: string;
  marketplace: string;
  keyword: string;
  asin: string;
  /** Position in the organic results of all pages, 1-based; `null` when the product was not found. */
  position: number | null;
  /** Page of results, 1-based. */
  page: number | null;
  /** Number of organic results that were read. */
  depth: number;
}

/** A search and the products to find. */
export interface RankSearch extends Omit<Params<'search'>, 'page'> {
  asins: readonly string[];
  /** Pages of results to read, one credit each. @default 3 */
  pages?: number;
}

/** Returns the positions of products in the results of a keyword. Stops when all products are found. */
export async function ranksOf(marketplace: Marketplace, { asins, pages = 3, ...search }: RankSearch): Promise<Rank[]> {
  const places = new Map<string, { position: number; page: number }>();
  let depth = 0;
  let about = { at: '', marketplace: '' };
  for await (const { data, meta } of searchPages(marketplace, search, { maxPages: pages })) {
    about = { at: meta.timestamp, marketplace: meta.marketplace };
    for (const { asin } of data?.shallow_parts ?? []) {
      depth++;
      // A product can be listed several times: its first position counts.
      if (!places.has(asin)) places.set(asin, { position: depth, page: data?.current_page ?? 1 });
    }
    if (asins.every((asin) => places.has(asin))) break;
  }
  return asins.map((asin) => {
    const { position = null, page = null } = places.get(asin) ?? {};
    return { ...about, keyword: search.keyword, asin, position, page, depth };
  });
}

/** Returns the last known position of each product in a history. */
export function lastRanks(history: string): Map<string, Rank> {
  const ranks: Rank[] = history
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return new Map(ranks.map((rank) => [keyOf(rank), rank]));
}

/** Returns the key of a row of the history. */
export const keyOf = ({ marketplace, keyword, asin }: Rank): string => JSON.stringify([marketplace, keyword, asin]);

/** Returns a sentence with the position and its change. */
export function sentenceOf(rank: Rank, before?: Rank): string {
  const { keyword, asin, marketplace, page } = rank;
  const place = `"${keyword}" on ${marketplace}, ${asin}: ${positionText(rank)}${page === null ? '' : ` (page ${page})`}`;
  if (before === undefined) return place;
  if (before.position === rank.position) return `${place}, as before`;
  const change = rank.position !== null && before.position !== null ? before.position - rank.position : undefined;
  const moved = change === undefined ? '' : change > 0 ? ` (up ${change})` : ` (down ${-change})`;
  return `${place}, before: ${positionText(before)}${moved}`;
}

function positionText({ position, depth }: Rank): string {
  return position === null ? `not among the first ${depth}` : `position ${position}`;
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
  const marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace()
    : createMarketplace();
  try {
    const asins = values.fixtures ? ['B0LANTERN1', 'B0SOLARLN1', 'B0HAMMOCK1'] : positionals;
    const { history } = values;
    const known = lastRanks(history !== undefined && existsSync(history) ? readFileSync(history, 'utf8') : '');
    for (const keyword of values.keyword) {
      try {
        const ranks = await ranksOf(marketplace, { keyword, asins, pages: Number(values.pages) });
        for (const rank of ranks) console.log(sentenceOf(rank, known.get(keyOf(rank))));
        if (history !== undefined) appendFileSync(history, ranks.map((rank) => `${JSON.stringify(rank)}\n`).join(''));
      } catch (error) {
        // After a failed call the positions are unknown, not lost: nothing is recorded.
        console.error(`"${keyword}": ${String(error)}`);
        process.exitCode = 1;
      }
    }
  } finally {
    await marketplace.close();
  }
}
