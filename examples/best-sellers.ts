/**
 * Writes a best-seller list as a spreadsheet. A list shows details of its first entries only: `--credits` limits how many of the others are looked up, one credit each.
 *
 *   node examples/best-sellers.ts https://www.amazon.co.uk/Best-Sellers-Home-Kitchen/zgbs/kitchen kitchen.xlsx --credits 100
 *   node examples/best-sellers.ts --fixtures
 */
import { parseArgs } from 'node:util';
import { type BestsellerEntry, batch, createMarketplace, type Marketplace } from 'buybox';
import writeExcelFile, { type Column } from 'write-excel-file/node';

/** A list, starting at rank 1. */
export interface BestSellers {
  title: string;
  entries: BestsellerEntry[];
}

/** Options of {@link bestSellers}. */
export interface BestSellerOptions {
  /** Pages of the list, a credit each. @default 2: all of them */
  pages?: number;
  /** Credits for looking up entries of which the list has only the ASIN. @default 0 */
  credits?: number;
}

/** Reads a list by its URL, and looks up entries without details. */
export async function bestSellers(
  marketplace: Marketplace,
  listUrl: string,
  { pages = 2, credits = 0 }: BestSellerOptions = {},
): Promise<BestSellers> {
  const list: BestSellers = { title: 'Best sellers', entries: [] };
  for (let page = 1, last = 1; page <= Math.min(pages, last); page++) {
    const url = new URL(listUrl);
    if (page > 1) url.searchParams.set('pg', String(page));
    const { found, page_type, data } = await marketplace.scrape({ url: url.href });
    if (page_type !== 'bestseller')
      throw new Error(`${listUrl} is not a best-seller list: its page type is ${page_type}`);
    if (!found) break;
    list.title = data.title ?? list.title;
    list.entries.push(...data.entries);
    last = data.last_page_number ?? page;
  }
  await complete(marketplace, list.entries, new URL(listUrl), credits);
  return list;
}

/** Looks up the entries without details. */
async function complete(
  marketplace: Marketplace,
  entries: BestsellerEntry[],
  list: URL,
  maxCredits: number,
): Promise<void> {
  // By URL, so that products come from the site of the list.
  const requests = entries
    .filter(({ title }) => title === undefined)
    .map((entry) => ({ endpoint: 'scrape' as const, params: { url: new URL(`/dp/${entry.asin}`, list).href }, entry }));
  for await (const { request, response, error } of batch(marketplace, requests, { maxCredits })) {
    if (error !== undefined) console.error(`${request.entry.asin}: ${error.message}`);
    else if (response.found && response.page_type === 'product') {
      const { title, bb_price: price, currency, rating, reviews, image_url, url } = response.data;
      const known = { title, price, currency, rating, reviews, image_url, url };
      Object.assign(
        request.entry,
        Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
      );
    }
  }
}

const heading = (value: string) => ({ value, fontWeight: 'bold' as const });

const COLUMNS: Column<BestsellerEntry>[] = [
  { header: heading('Rank'), width: 6, cell: ({ rank }) => rank },
  { header: heading('ASIN'), width: 13, cell: ({ asin }) => asin },
  { header: heading('Title'), width: 60, cell: ({ title }) => title },
  { header: heading('Price'), width: 10, cell: ({ price }) => price },
  { header: heading('Up to'), width: 10, cell: ({ price_max }) => price_max },
  { header: heading('Offers from'), width: 12, cell: ({ offers_from_price }) => offers_from_price },
  { header: heading('Currency'), width: 9, cell: ({ currency }) => currency },
  { header: heading('Stars'), width: 7, cell: ({ rating }) => rating },
  { header: heading('Ratings'), width: 10, cell: ({ reviews }) => reviews },
  { header: heading('URL'), width: 50, cell: ({ url }) => url },
];

/** Writes a list as an .xlsx file; unknown values are empty cells. */
export async function writeSpreadsheet({ title, entries }: BestSellers, file: string): Promise<void> {
  // Excel allows 31 characters in a sheet's name, and forbids some.
  const sheet = title
    .replace(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .trim();
  await writeExcelFile(entries, { columns: COLUMNS, sheet, stickyRowsCount: 1 }).toFile(file);
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      pages: { type: 'string', default: '2' },
      credits: { type: 'string', default: '0' },
      fixtures: { type: 'boolean', default: false },
    },
  });
  const marketplace = values.fixtures
    ? await (await import('./fixtures.ts')).fixtureMarketplace({ retries: 0 })
    : createMarketplace();
  try {
    const [listUrl, file = 'best-sellers.xlsx'] = values.fixtures
      ? ['https://www.amazon.co.uk/Best-Sellers-Home-Kitchen/zgbs/kitchen', ...positionals]
      : positionals;
    if (listUrl === undefined) throw new Error('missing argument: the URL of a best-seller list');
    const options = { pages: Number(values.pages), credits: Number(values.credits) };
    const list = await bestSellers(marketplace, listUrl, options);
    await writeSpreadsheet(list, file);
    console.log(`${list.title}: ${list.entries.length} entries in ${file}`);
  } finally {
    await marketplace.close();
  }
}
