import { expect, it } from 'vitest';
import { type ParsedPage, parsePage } from '../../src/entries/parse.ts';
import { isNightly } from '../is-nightly.ts';
import { MUTATION_KINDS, mutate } from '../mutation/mutations.ts';
import type { PageInput } from '../mutation/page.ts';
import { allPages } from '../mutation/pages.ts';
import { edited, elementsOf, normalized } from '../mutation/source.ts';
import { differences } from './differences.ts';

const CHANGES = isNightly ? 40 : 2;
/** The page says the same after these changes. */
const SAFE = MUTATION_KINDS.filter((kind) => ['wrap', 'rename-class', 'rename-id', 'drop-mark'].includes(kind));

const pages = allPages()
  .filter(({ name }) => /(?:^|\/)product\//.test(name))
  .filter((_, at) => isNightly || at % 3 === 0);

function productOf(html: string, { context }: PageInput): (ParsedPage<'product'> & { found: true }) | undefined {
  try {
    const page = parsePage(html, context);
    return page.found && page.page_type === 'product' ? page : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a page with changes of elements that are spread over it. */
function* changed(page: PageInput): Generator<string> {
  const html = normalized(page.html);
  const elements = elementsOf(html).filter((element) => element !== undefined);
  for (let at = 0; at < CHANGES; at++) {
    const element = elements[Math.floor(((at + 0.5) * elements.length) / CHANGES)];
    const kind = SAFE[at % SAFE.length];
    const mutation = element && kind && mutate(kind, element, html, at);
    if (mutation !== undefined) yield edited(html, mutation.edits);
  }
}

it('a second reader sees the same price, currency, stock, rating and seller', { timeout: 3_600_000 }, () => {
  const found: string[] = [];
  let compared = 0;
  for (const page of pages) {
    for (const html of [page.html, ...changed(page)]) {
      const product = productOf(html, page);
      if (product === undefined) continue;
      compared++;
      for (const field of differences(html, product.data))
        found.push(`${page.name}: ${field} ${JSON.stringify(product.data[field as keyof typeof product.data])}`);
    }
  }
  expect(compared).toBeGreaterThan(pages.length);
  expect(found).toEqual([]);
});

it('sees another price, currency, stock, rating and seller', () => {
  const html = `<input name="items[0.base][customerVisiblePrice][amount]" value="24.0">
    <span>$24.00</span> Only 3 left <i>4.5 out of 5 stars</i> <a href="/sp?seller=A1BUYBOXTEST01">Acme</a>`;
  const data = { bb_price: 24, currency: 'USD', stock_qty: 3, rating: 4.5, seller: { name: 'Acme', is_amazon: false } };
  expect(differences(html, { asin: 'B0KETTLE01', ...data })).toEqual([]);
  const others = { bb_price: 42, currency: 'EUR', stock_qty: 2, rating: 5, seller: { name: 'Bolt', is_amazon: false } };
  expect(differences(html, { asin: 'B0KETTLE01', ...others })).toEqual([
    'bb_price',
    'currency',
    'stock_qty',
    'rating',
    'seller',
  ]);
});
