/** The prices of a tile. The price is to own the item now, without a membership. */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import { mentions, type Price, type PriceRange, priceRangeOf } from '../../locale/index.ts';
import type { FieldGroup } from '../engine/fields.ts';
import { firstPrice, isPer, MAIN_PRICE, readPriceRange, readUnitPrice, saysFrom } from '../parts/prices.ts';
import { isMarked, part, type Tile } from './tile-parts.ts';

/** Rows for the line about other offers: "More Buying Choices $19.12 (5+ used & new offers)". */
export const offerFields = {
  offers_count: (tile) => tile.locale.count(countIn(tile.once(offersLine)?.offers)),
  offers_from_price: (tile) => offersPrice(tile)?.amount,
} satisfies FieldGroup<SearchResultEntry, Tile>;

/** Returns the text in brackets. In older links the price is before it. */
const countIn = (text: string | undefined): string | undefined =>
  /[(\uff08]([^()\uff08\uff09]*)[)\uff09]/u.exec(text ?? '')?.[1] ?? text;

interface OffersLine {
  line: Tile;
  text: string;
  /** The text of the link to the offers. Absent if the line is about something else: "Or $5.99 to buy". */
  offers: string | undefined;
}

const LINK = '[data-action="s-show-all-offers-display"], a[href*="/offer-listing/"]';

function offersLine(tile: Tile): OffersLine | undefined {
  const area = part(tile, 'offers');
  const link = area.first(LINK);
  const line = link.exists ? link.closest('.a-color-secondary, .a-row, .a-section') : area;
  const text = link.exists || isMarked(tile, 'offers') ? line.text() : undefined;
  return text === undefined ? undefined : { line, text, offers: link.text() };
}

/** Returns the lowest price of the offers. */
export function offersPrice(tile: Tile): Price | undefined {
  const line = tile.once(offersLine);
  return line?.offers === undefined ? undefined : line.line.price('.a-color-base', '.a-color-price');
}

/** Rows for the other prices. */
export const priceFields = {
  currency: (tile) => tile.once(shownPrice).currency ?? (offersPrice(tile) ?? priceArea(tile).price(STRUCK))?.currency,
  price_min: (tile) => (tile.once(shownPrice).range?.[0] ?? tile.once(shownPrice).lowest)?.amount,
  price_max: (tile) => tile.once(shownPrice).range?.[1].amount,
  unit_price: (tile) => readUnitPrice(priceArea(tile).all(SECONDARY_TEXTS)),
} satisfies FieldGroup<SearchResultEntry, Tile>;

/** The prices of a tile. */
export interface ShownPrice {
  /** The price to own the item now, without a membership. */
  price?: Price | undefined;
  /** The headline price, which can be for members only. Savings are compared with it. */
  headline?: Price | undefined;
  /** The lowest and the highest price across variations. */
  range?: PriceRange | undefined;
  /** The lowest price of an item to be configured: "From $99.00". */
  lowest?: Price | undefined;
  currency?: string | undefined;
  /** The text which says that the headline price is for members only. */
  membersOnly?: string | undefined;
}

/** A tile can show a former price only. */
const STRUCK = '.a-price[data-a-strike="true"]';
/** "($3.50/ounce)" is one of these texts next to the price. */
const SECONDARY_TEXTS = 'span.a-color-secondary, span.a-color-base';
/** The rows below the price: conditions, coupons, other offers. */
const REMARK = 'div.a-color-secondary';

/** Reads the price part of a tile. */
export function shownPrice(tile: Tile): ShownPrice {
  const older = tile.once(oldPrices);
  const range = readPriceRange(priceArea(tile)) ?? priceRangeOf(older);
  if (range !== undefined) return { range, currency: range[0].currency };
  const remark = membersRemark(tile);
  const main = mainPrice(tile);
  if (main?.isLowest === true) return { lowest: main.price, currency: main.price.currency };
  const headline = main?.price ?? older[0] ?? priceToBuy(tile);
  const membersOnly = headline === undefined ? undefined : remark;
  return {
    headline,
    price: membersOnly === undefined ? headline : undefined,
    currency: headline?.currency,
    membersOnly,
  };
}

/** The block with the tile's prices. Unmarked, it is the first row with a price: further rows are of other formats. */
export function priceArea(tile: Tile): Tile {
  const area = part(tile, 'price');
  if (isMarked(tile, 'price')) return area;
  const price = area.first(MAIN_PRICE);
  return (price.exists ? price : oldPriceBlock(tile)).closest('.a-row');
}

/** The first price that is not for renting. A price of 0 with a remark below it is not one: the item is lent, a trial, or part of a contract. */
function mainPrice(tile: Tile): { price: Price; isLowest: boolean } | undefined {
  const elements = priceArea(tile).all(MAIN_PRICE);
  const owned = firstPrice(elements.filter((element) => !isRented(element)));
  if (owned === undefined) return undefined;
  const isLent = owned.price.amount === 0 && part(tile, 'price').text(REMARK) !== undefined;
  return isLent ? undefined : { price: owned.price, isLowest: saysFrom(owned.element) };
}

/** Returns the price to buy next to a price to rent, or below a membership: "Or $5.99 to buy". */
function priceToBuy(tile: Tile): Price | undefined {
  const lines = [...priceArea(tile).all('a'), ...part(tile, 'offers').all(REMARK)];
  const line = lines.find((one) => isToBuy(one) && !isPer(one));
  return line?.locale.price(line.text());
}

/** Returns the remark which says that the headline price is for members only. A remark with a price of its own does not say so. */
function membersRemark(tile: Tile): string | undefined {
  const { locale } = tile;
  const badge = part(tile, 'price').text('.a-badge');
  if (locale.dealKind(badge) === 'prime_exclusive') return badge;
  const parts = [part(tile, 'price'), part(tile, 'delivery')];
  const remarks = new Set([...parts.flatMap((one) => one.texts(REMARK)), ...part(tile, 'price').lines()]);
  return [...remarks].find(
    (text) => mentions(text, locale.words.search.membersPrice) && locale.prices(text).length === 0,
  );
}

/** A link with the price as text for screen readers and in parts, or plain text. */
const PRICE = 'a:has(.sx-price), .s-price';

/** Returns the block of a price in an older layout. Empty for newer tiles. Seen 2015 to 2018. */
function oldPriceBlock(tile: Tile): Tile {
  const none = tile.filter(':not(*)');
  const area = part(tile, 'price');
  if (isMarked(tile, 'price') || area.has('.a-price')) return none;
  const prices = area.all(PRICE).filter((price) => !isRented(price) && !isPer(price));
  const [first = none] = prices;
  // A price of 0 above another price, or next to words, means that members can borrow the item.
  const isLent = pricesIn(first).every(({ amount }) => amount === 0) && (prices.length > 1 || hasWordsAround(first));
  return (isLent ? prices.find((price) => isToBuy(price.closest('.a-row'))) : prices[0]) ?? none;
}

/** Whether the row of a price says more than the price. */
const hasWordsAround = (price: Tile): boolean => /\p{L}/u.test(price.closest('.a-row').without(price).text() ?? '');

/** Returns the price of a tile, or both prices of a range: "$9.99 - $12.99". */
const oldPrices = (tile: Tile): Price[] => pricesIn(oldPriceBlock(tile));

function pricesIn(block: Tile): Price[] {
  const texts = [block.fullText('.a-offscreen'), block.attr('aria-label', '[aria-label]')];
  const prices = texts.map((text) => block.locale.prices(text)).find((found) => found.length > 0);
  const parts = block.all('.sx-price');
  return prices ?? (parts.length > 0 ? parts.flatMap(priceInParts) : block.locale.prices(block.text()));
}

/** Reads a price in parts. The fraction is in its own element, without a decimal mark. */
function priceInParts(price: Tile): Price[] {
  const whole = price.text('.sx-price-whole')?.replace(/\P{Nd}/gu, '') ?? '';
  const fraction = price.text('.sx-price-fractional');
  const text = `${price.text('.sx-price-currency') ?? ''}${whole}${fraction === undefined ? '' : `.${fraction}`}`;
  return whole === '' ? [] : price.locale.prices(text);
}

/** Whether a price is for renting: by the words in its link, else by those in its row. */
function isRented(price: Tile): boolean {
  const { buy, rent } = price.locale.words.search;
  const link = price.closest('a').text();
  if (mentions(link, buy)) return false;
  return mentions(link, rent) || mentions(price.closest('.a-row').text(), rent);
}

/** A number that is not part of a word such as "MP3". */
const NUMBER = /(?<![\p{L}\p{Nd}])\p{Nd}[\p{Nd}.,\s]*/gu;

/**
 * Whether a line is a price to buy: "$69.99 to buy", "Or $5.99 to buy MP3". It has one number and words for buying after it. "Save $5 when you buy 2"
 * has two numbers, like a price of other offers with their count.
 */
function isToBuy(line: Tile): boolean {
  const text = line.text() ?? '';
  const { buy, rent, couponOff } = line.locale.words.search;
  const [number, another] = text.matchAll(NUMBER);
  if (number === undefined || another !== undefined || line.locale.price(text) === undefined) return false;
  return (
    mentions(text.slice(number.index + number[0].length), buy) && !mentions(text, rent) && !mentions(text, couponOff)
  );
}
