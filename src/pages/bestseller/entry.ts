/** The entries of a best-seller list: its cards (of the grid, or of the older ordered list), and the ranks without a card. */
import type { BestsellerEntry } from '../../contract/data/lists.ts';
import type { FieldTree } from '../../contract/fields.ts';
import { parseLoose } from '../../html/index.ts';
import { ordinalNumber, type Price, withoutPercents } from '../../locale/index.ts';
import { type FieldTable, readEach } from '../engine/fields.ts';
import type { PageBlock } from '../engine/page.ts';
import { withoutOtherItems } from '../parts/left-out.ts';
import { isPer, STRUCK } from '../parts/prices.ts';
import { asinOfHref, isAsin } from '../urls/links.ts';

/** The values of a card. The list can have the rank and the ASIN instead of the card. */
type Card = Partial<BestsellerEntry>;

/** One row per field. */
export const cardFields: FieldTable<Card, PageBlock> = {
  rank: (card) => rankOf(card.text('.zg-bdg-text', '.zg-badge-text', '.zg_rankNumber')),
  asin: (card) => asinOfHref(card.once(productLinks).attr('href')) ?? card.attr('data-asin', '[data-asin]'),
  title: (card) => card.once(title),
  url: (card) => card.absolute(card.once(productLinks).attr('href')),
  image_url: (card) => card.once(productLinks).attr('src', 'img') ?? card.attr('src', 'img'),
  rating: (card) => card.locale.rating(card.fullText('.a-icon-alt', '.zg_reviews .swSprite')),
  reviews: (card) => {
    // The last link next to the stars: Seen 2015.
    const shown = card.text('.a-icon-row .a-size-small', '.a-icon-row');
    return card.locale.count(shown ?? card.texts('.zg_reviews a[href*="/product-reviews/"]').at(-1));
  },
  price: (card) => card.once(sums).prices[0]?.amount,
  price_max: (card) => card.once(sums).prices[1]?.amount,
  currency: (card) => card.once(sums).currency,
  offers_count: (card) => card.once(sums).offersCount,
  offers_from_price: (card) => card.once(sums).offersFrom?.amount,
};

/** Reads the rank of a badge: "#12", "12.". */
function rankOf(badge: string | undefined): number | undefined {
  const rank = Number(/\d{1,9}/.exec(badge ?? '')?.[0]);
  return rank > 0 ? rank : undefined;
}

const productLinks = (card: PageBlock): PageBlock => card.find('a[href*="/dp/"], a[href*="/gp/product/"]');

/** The attribute has the complete title where the text is cut. A card without text has its title in the `alt` text of the image. */
function title(card: PageBlock): string | undefined {
  const links = card.once(productLinks);
  const clamped = links.first('[class*="truncate"], [class*="line-clamp"]');
  return clamped.attr('title') ?? clamped.text() ?? links.filter(':not(:has(img))').text() ?? card.attr('alt', 'img');
}

interface Sums {
  /** One price, or the two ends of a range. */
  prices: readonly Price[];
  currency?: string | undefined;
  offersCount?: number | undefined;
  offersFrom?: Price | undefined;
}

/** The class of prices has a prefix and a suffix that change with every build of the site. */
const PRICE = 'span[class*="p13n-sc-price"], .a-color-price, .zg_price .price';
/** More prices are not those of one item. */
const MOST_PRICES = 20;
/** Numbers next to a price that do not count offers: "($0.50/100 ml)". */
const IN_BRACKETS = /\([^()]*\)/gu;

/** Reads "$9.99", "$9.99 - $12.99", or "12 offers from $5.00", which is not a price of the item itself. */
function sums(card: PageBlock): Sums {
  const { locale } = card;
  const all = card.all(PRICE);
  if (all.length > MOST_PRICES) return { prices: [] };
  const prices = all.filter((one) => !one.filter(STRUCK).exists);
  const price = prices.find((one) => locale.price(one.text()) !== undefined && !isPer(one));
  if (price === undefined) return { prices: [] };
  const link = price.closest('a');
  const around = link.exists ? link : rowOf(price, card);
  const line = without(around.text() ?? '', around.texts(STRUCK));
  const [first] = locale.prices(line);
  if (first === undefined) return { prices: [] };
  const words = withoutPercents(without(line, around.texts(PRICE)).replace(IN_BRACKETS, ' '));
  const offersCount = around === price || !/\p{L}/u.test(words) ? undefined : locale.count(words);
  if (offersCount !== undefined) return { prices: [], currency: first.currency, offersCount, offersFrom: first };
  return { prices: locale.priceRange(line) ?? [first], currency: first.currency };
}

/** Returns the row of a price in its card, else the price. Rows of the class `zg_price`: Seen 2015. */
function rowOf(price: PageBlock, card: PageBlock): PageBlock {
  const row = price.closest('.a-row, .zg_price');
  return card.find('.a-row, .zg_price').nodes.some((node) => node === row.nodes[0]) ? row : price;
}

const without = (line: string, parts: readonly string[]): string =>
  parts.reduce((rest, part) => rest.replace(part, ' '), line);

/** The cards of each layout: the grid, the grid of a mobile page, the ordered list, and the list before it. */
const CARDS = [
  '#gridItemRoot',
  '[id^="p13n-asin-index-"]',
  '.p13n-mobile-grid-item',
  '#zg-ordered-list > li',
  '.zg_itemImmersion',
] as const;

/** Returns the entries by rank. @param wanted The fields to read. @default all */
export function readEntries(list: PageBlock, wanted?: FieldTree): BestsellerEntry[] {
  const layout = CARDS.find((selector) => list.has(selector));
  const cards = layout === undefined ? [] : readEach(cardFields, list.entries(layout).map(withoutOtherItems), wanted);
  const items = rankedItems(list);
  const rankOf = new Map(items.map(({ asin, rank }) => [asin, rank]));
  const shown = cards.flatMap(({ asin, rank = rankOf.get(asin ?? ''), ...card }): BestsellerEntry[] =>
    asin === undefined || rank === undefined ? [] : [{ rank, asin, ...card }],
  );
  const known = new Set(shown.map(({ rank }) => rank));
  const hidden = items.filter(({ rank }) => !known.has(rank)).map(({ rank, asin }) => ({ rank, asin }));
  return [...shown, ...hidden].sort((one, other) => one.rank - other.rank);
}

/** Reads `data-client-recs-list` of the grid, which has cards for 30 of 50 only: `[{ id, metadataMap: { 'render.zg.rank': '1' } }]`. */
function rankedItems(scope: PageBlock): Pick<BestsellerEntry, 'asin' | 'rank'>[] {
  const list = parseLoose(scope.attr('data-client-recs-list', '[data-client-recs-list]') ?? '');
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: { id?: unknown; metadataMap?: Record<string, unknown> } | null) => {
    const rank = ordinalNumber(item?.metadataMap?.['render.zg.rank']);
    const asin = item?.id;
    return isAsin(asin) && rank !== undefined ? [{ asin, rank }] : [];
  });
}
