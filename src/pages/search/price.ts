/** What an item costs: the price to own it now without a membership (design §5.14). */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import { mentions, type Price } from '../../locale/index.ts';
import type { FieldGroup } from '../fields.ts';
import { offersLine, offersPrice } from './offers.ts';
import { oldPricePlace, oldPrices } from './old-price.ts';
import { part } from './parts.ts';
import type { Tile } from './results.ts';

/** Rows for prices. */
export const priceFields = {
  price: (tile) => tile.once(shownPrice).price?.amount,
  currency: (tile) => tile.once(shownPrice).currency ?? offersPrice(tile)?.currency,
  price_min: (tile) => tile.once(shownPrice).range?.[0],
  price_max: (tile) => tile.once(shownPrice).range?.[1],
  unit_price: (tile) => unitPrice(tile),
} satisfies FieldGroup<SearchResultEntry, Tile>;

/** The price of a tile, and what is said of it. */
export interface ShownPrice {
  /** To own the item now, without a membership. */
  price?: Price | undefined;
  /** The headline price, that of members too: what savings are counted from. */
  headline?: Price | undefined;
  /** Lowest and highest across variations. */
  range?: readonly [number, number] | undefined;
  currency?: string | undefined;
  /** What says that members alone pay the headline price. */
  membersOnly?: string | undefined;
}

const MAIN = '.a-price:not(.a-text-price):not([data-a-strike="true"])';
/** The rows below the price: conditions, coupons, offers of other kinds. */
const REMARK = 'div.a-color-secondary';

/** Reads the price part of a tile. */
export function shownPrice(tile: Tile): ShownPrice {
  const prices = priceArea(tile).first('.a-price-range').all('.a-price');
  const older = tile.once(oldPrices);
  const range = rangeOf(prices.length > 0 ? prices.flatMap((element) => element.price() ?? []) : older);
  if (range !== undefined) return range;
  const remark = membersRemark(tile);
  const headline = mainPrice(tile) ?? priceToBuy(tile) ?? older[0];
  const membersOnly = headline === undefined ? undefined : remark;
  return {
    headline,
    price: membersOnly === undefined ? headline : undefined,
    currency: headline?.currency,
    membersOnly,
  };
}

/** Where the tile's own prices stand. A tile without marked parts can have rows of other formats: the first row is its own. */
export function priceArea(tile: Tile): Tile {
  const area = part(tile, 'price');
  if (area !== tile) return area;
  const price = tile.first(MAIN);
  return (price.exists ? price : oldPricePlace(tile)).closest('.a-row');
}

/** The first price that is not to borrow; none when it is the nothing that a lending, a trial or a contract costs. */
function mainPrice(tile: Tile): Price | undefined {
  const { rent } = tile.locale.words.search;
  const owned = priceArea(tile)
    .all(MAIN)
    .find((element) => element.price() !== undefined && !mentions(element.closest('.a-row').text(), rent));
  const price = owned?.price();
  return price?.amount === 0 && part(tile, 'price').text(REMARK) !== undefined ? undefined : price;
}

/** "Or $5.99 to buy", below what members borrow. */
function priceToBuy(tile: Tile): Price | undefined {
  const line = part(tile, 'price').has(MAIN) ? offersLine(tile) : undefined;
  if (line === undefined || line.offers !== undefined) return undefined;
  const [price, another] = tile.locale.prices(line.text);
  return another === undefined && !mentions(line.text, tile.locale.words.search.rent) ? price : undefined;
}

/** A remark that names another price for members leaves the headline to everybody. */
function membersRemark(tile: Tile): string | undefined {
  const { locale } = tile;
  const badge = part(tile, 'price').text('.a-badge');
  if (locale.dealKind(badge) === 'prime_exclusive') return badge;
  const remarks = [...part(tile, 'price').texts(REMARK), ...part(tile, 'delivery').texts(REMARK)];
  return remarks.find(
    (text) =>
      mentions(text, locale.words.search.membersPrice) && locale.prices(text).every(({ currency }) => !currency),
  );
}

function rangeOf(prices: readonly Price[]): ShownPrice | undefined {
  const [first] = prices;
  const amounts = prices.map(({ amount }) => amount);
  if (first === undefined || prices.length < 2) return undefined;
  return { range: [Math.min(...amounts), Math.max(...amounts)], currency: first.currency };
}

const UNIT = /[/\uff0f]\s*([^()\uff08\uff09]+?)\s*[)\uff09]?$/u;

/** "($3.50/ounce)", beside the price. */
function unitPrice(tile: Tile): SearchResultEntry['unit_price'] {
  for (const block of priceArea(tile).all('span.a-color-secondary, span.a-color-base')) {
    const text = block.text();
    const unit = UNIT.exec(text ?? '')?.[1];
    if (text === undefined || unit === undefined) continue;
    // Before 2024 the price stood there as text.
    const amount = block.amount('.a-price:not([data-a-strike="true"])') ?? onlyPrice(text, tile)?.amount;
    if (amount !== undefined) return { amount, unit, text };
  }
  return undefined;
}

const IN_BRACKETS = /^[(\uff08].*[)\uff09]$/u;

function onlyPrice(text: string, { locale }: Tile): Price | undefined {
  const [price, another] = IN_BRACKETS.test(text) ? locale.prices(text) : [];
  return another === undefined ? price : undefined;
}
