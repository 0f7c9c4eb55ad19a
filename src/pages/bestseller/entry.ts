/** One card of a best-seller list, of the grid or of the older ordered list. */
import type { BestsellerEntry } from '../../contract/data/lists.ts';
import type { Price } from '../../locale/index.ts';
import { asinOfHref } from '../detect.ts';
import type { FieldTable } from '../fields.ts';
import type { PageBlock } from '../page.ts';

/** What a card shows; its place and its item can be known from the list alone. */
type Card = Partial<BestsellerEntry>;

/** One row a field. */
export const cardFields: FieldTable<Card, PageBlock> = {
  rank: (card) => rankOf(card.text('.zg-bdg-text', '.zg-badge-text', '.zg_rankNumber')),
  asin: asinOfCard,
  title: (card) => card.once(title),
  url: (card) => card.absolute(card.once(productLinks).attr('href')),
  image_url: (card) => card.once(productLinks).attr('src', 'img') ?? card.attr('src', 'img'),
  rating: (card) => card.locale.rating(card.fullText('.a-icon-alt')),
  reviews: (card) => card.locale.count(card.text('.a-icon-row .a-size-small', '.a-icon-row')),
  price: (card) => card.once(sums).prices[0]?.amount,
  price_max: (card) => card.once(sums).prices[1]?.amount,
  currency: (card) => card.once(sums).currency,
  offers_count: (card) => card.once(sums).offersCount,
  offers_from_price: (card) => card.once(sums).offersFrom?.amount,
};

function asinOfCard(card: PageBlock): string | undefined {
  return asinOfHref(card.once(productLinks).attr('href')) ?? card.attr('data-asin', '[data-asin]');
}

/** "#12", "12.": the place that the card's badge shows. */
function rankOf(badge: string | undefined): number | undefined {
  const rank = Number(/\d+/.exec(badge ?? '')?.[0]);
  return rank > 0 ? rank : undefined;
}

function productLinks(card: PageBlock): PageBlock {
  return card.find('a[href*="/dp/"], a[href*="/gp/product/"]');
}

/** A title that is cut off stands whole in an attribute; a card without text has a picture that is described. */
function title(card: PageBlock): string | undefined {
  const links = card.once(productLinks);
  const clamped = links.first('[class*="truncate"], [class*="line-clamp"]');
  return clamped.attr('title') ?? clamped.text() ?? links.filter(':not(:has(img))').text() ?? card.attr('alt', 'img');
}

interface Sums {
  /** One, or both ends of a range. */
  prices: Price[];
  currency?: string | undefined;
  offersCount?: number | undefined;
  offersFrom?: Price | undefined;
}

/** The places of prices: their class carries a prefix and a tail that differ from build to build. */
const PRICE = 'span[class*="p13n-sc-price"], .a-color-price, .zg_price .price';
const STRUCK = '.a-text-strike, [data-a-strike="true"]';
/** Numbers beside a price that count no offers: "(-20%)", "($0.50/100 ml)". */
const NO_OFFERS = /\([^()]*\)|-?\d+(?:[.,]\d+)?\s?%/gu;
const RANGE = /\d[^\p{L}\d]*[-\u2013\u2014~\u301c][^\p{L}\d]*\p{L}*[^\p{L}\d]*\d/u;

/** "$9.99", "$9.99 - $12.99", or "12 offers from $5.00", which is no price of the card's (design §5.9). */
function sums(card: PageBlock): Sums {
  const { locale } = card;
  const places = card
    .find(PRICE)
    .all()
    .filter((one) => !one.filter(STRUCK).exists);
  const place = places.find((one) => locale.price(one.text()) !== undefined);
  if (place === undefined) return { prices: [] };
  const link = place.closest('a');
  const around = link.exists ? link : place;
  const line = without(around.text() ?? '', around.texts(STRUCK));
  const [first, second] = locale.prices(line);
  if (first === undefined) return { prices: [] };
  const words = without(line, around.texts(PRICE)).replace(NO_OFFERS, ' ');
  const offersCount = around === place || !/\p{L}/u.test(words) ? undefined : locale.count(words);
  if (offersCount !== undefined) return { prices: [], currency: first.currency, offersCount, offersFrom: first };
  const isRange = second !== undefined && second.amount > first.amount && RANGE.test(line);
  return { prices: isRange ? [first, second] : [first], currency: first.currency };
}

function without(line: string, parts: readonly string[]): string {
  return parts.reduce((rest, part) => rest.replace(part, ' '), line);
}
