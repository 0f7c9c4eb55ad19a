/** The last checks of the data: amounts have a currency, numbers are finite and exact, strings keep no page in memory. */
import { type PageType, type PageTypeInfo, pageTypes } from '../../contract/page-types.ts';

/** The members of an item that are amounts, or contain one. */
const AMOUNTS = [
  'price',
  'price_min',
  'price_max',
  'prime_price',
  'list_price',
  'offers_from_price',
  'import_fees',
  'unit_price',
  'bb_price',
  'subscribe_and_save_price',
  'business_price',
  'new_from_price',
  'used_from_price',
] as const;

/** Lists whose entries have a price in the currency of the item. */
const PRICED_LISTS = ['variations', 'frequently_bought_together'] as const;

/** Other members that contain an amount. */
const WITH_AMOUNTS = ['shipping', 'shipping_price', 'coupon', 'promotion'] as const;

const MONEY: ReadonlySet<string> = new Set([...AMOUNTS, ...PRICED_LISTS, ...WITH_AMOUNTS]);

/** Whether a member of an item is or contains an amount, which {@link removeBareAmounts} can remove. */
export const isMoney = (name: string): boolean => MONEY.has(name);

/** An item of any page type, as far as its money is concerned. */
type Item = Partial<Record<(typeof AMOUNTS)[number], unknown>> & {
  currency?: string;
  shipping?: number | null;
  shipping_price?: number;
  coupon?: { unit: string } | null;
  promotion?: { list_price: object | null; lowest_price_30_days?: object | null } | null;
} & Partial<Record<(typeof PRICED_LISTS)[number], { price?: number }[]>>;

/** Removes all amounts of an item without a currency. Free shipping and percentages need none. */
export function removeBareAmounts(data: object): void {
  const item: Item = data;
  if (item.currency !== undefined) return;
  for (const name of AMOUNTS) delete item[name];
  for (const name of PRICED_LISTS) for (const entry of item[name] ?? []) delete entry.price;
  if (item.shipping !== null && item.shipping !== 0) delete item.shipping;
  if (item.shipping_price !== 0) delete item.shipping_price;
  if (item.coupon?.unit === 'currency') delete item.coupon;
  if (item.promotion?.list_price || item.promotion?.lowest_price_30_days) delete item.promotion;
}

/**
 * Removes the fields that have a number that is not finite or above `Number.MAX_SAFE_INTEGER`, from the data and from the entries of its list.
 *
 * @returns the paths of the removed fields, for example `shallow_parts[3].unit_price`
 */
export function removeNotFinite(data: object, type: PageType): string[] {
  const { list }: PageTypeInfo = pageTypes[type];
  const removed: string[] = [];
  for (const [name, value] of Object.entries(data)) {
    if (hasFiniteNumbers(value)) continue;
    const entries = name === list && Array.isArray(value) ? value : [];
    for (const [index, entry] of entries.entries()) {
      for (const field of notFiniteIn(entry)) {
        delete entry[field];
        removed.push(`${name}[${index}].${field}`);
      }
    }
    if (entries.length > 0) continue;
    delete data[name as keyof typeof data];
    removed.push(name);
  }
  return removed;
}

const notFiniteIn = (fields: object): string[] =>
  Object.entries(fields).flatMap(([name, value]) => (hasFiniteNumbers(value) ? [] : [name]));

/** Whether all numbers in a value are finite and exact. */
export function hasFiniteNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  if (typeof value !== 'object' || value === null) return true;
  return Array.isArray(value) ? value.every(hasFiniteNumbers) : Object.values(value).every(hasFiniteNumbers);
}

/** Returns the same data with copies of its strings. A string that is a slice of the HTML keeps the whole HTML in memory. V8 copies the names of members. */
export function detached<T>(value: T): T {
  if (typeof value === 'string') return own(value) as T;
  if (Array.isArray(value)) return value.map(detached) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, detached(member)])) as T;
}

/** V8 copies shorter slices. Slices of this length share the memory of the whole string. */
const SHORTEST_SLICE = 13;

function own(text: string): string {
  // V8 copies the concatenated string before it takes the slice.
  return text.length < SHORTEST_SLICE ? text : ` ${text}`.slice(1);
}
