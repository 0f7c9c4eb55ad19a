/** The prices of a tile. The price is to own the item now, without a membership. */
import type { SearchResultEntry } from '../../contract/data/search.ts';
import { mentions, type Price, type PriceRange, priceRangeOf } from '../../locale/index.ts';
import type { FieldGroup } from '../fields.ts';
import { readPriceRange, readUnitPrice } from '../shared/prices.ts';
import { offersPrice } from './offers.ts';
import { oldPriceBlock, oldPrices } from './old-price.ts';
import { isRented, isToBuy } from './ownership.ts';
import { isMarked, part } from './parts.ts';
import type { Tile } from './results.ts';

/** Rows for the other prices. */
export const priceFields = {
  currency: (tile) => tile.once(shownPrice).currency ?? (offersPrice(tile) ?? priceArea(tile).price(STRUCK))?.currency,
  price_min: (tile) => tile.once(shownPrice).range?.[0].amount,
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
  currency?: string | undefined;
  /** The text which says that the headline price is for members only. */
  membersOnly?: string | undefined;
}

/** A tile can show a former price only. */
const STRUCK = '.a-price[data-a-strike="true"]';
const MAIN = '.a-price:not(.a-text-price):not([data-a-strike="true"])';
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
  const headline = mainPrice(tile) ?? older[0] ?? priceToBuy(tile);
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
  const price = area.first(MAIN);
  return (price.exists ? price : oldPriceBlock(tile)).closest('.a-row');
}

/** The first price that is not for renting. A price of 0 with a remark below it is not one: the item is lent, a trial, or part of a contract. */
function mainPrice(tile: Tile): Price | undefined {
  const owned = priceArea(tile)
    .all(MAIN)
    .find((element) => element.price() !== undefined && !isRented(element));
  const price = owned?.price();
  return price?.amount === 0 && part(tile, 'price').text(REMARK) !== undefined ? undefined : price;
}

/** Returns the price to buy next to a price to rent, or below a membership: "Or $5.99 to buy". */
function priceToBuy(tile: Tile): Price | undefined {
  const lines = [...priceArea(tile).all('a'), ...part(tile, 'offers').all(REMARK)];
  const line = lines.find(isToBuy);
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
