/** Amounts leave only with their currency: an amount whose currency is unknown is absent. */

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
export function isMoney(name: string): boolean {
  return MONEY.has(name);
}

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
