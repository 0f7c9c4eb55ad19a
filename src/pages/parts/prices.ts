/** Price ranges, unit prices and struck-through prices, and what the labels of the latter mean. */
import type { DealBadge, PromotionInfo, ReferencePrice, UnitPrice } from '../../contract/data/shared.ts';
import { isOneOf, type Locale, type Price, type PriceRange, priceRangeOf, withoutMoney } from '../../locale/index.ts';
import { firstValue } from '../engine/fields.ts';
import type { PageBlock } from '../engine/page.ts';

const AROUND = 'span:not(.a-price), td, div';
const PER = /^[(（]?\s*\/\s?\p{L}/u;

/** The number of a price and what is before it. */
const UP_TO_NUMBER = /^\P{Nd}*\p{Nd}[\p{Nd}.,\s]*\p{Sc}?/u;
/** Characters. Words further away are about something else. */
const REACH = 24;

/**
 * Whether a price is paid each month, or for each unit: "$41.62/mo", "$41.62 per month", "(€3.50 / kg)". The text around two prices can belong to the
 * other one.
 */
export function isPer(price: PageBlock): boolean {
  const quiet = price.unrecorded();
  const own = quiet.has('.a-price-whole') ? undefined : quiet.text()?.replace(UP_TO_NUMBER, '');
  if (saysPer(price, own) || saysPer(price, quiet.textBehind('.a-price'))) return true;
  const around = quiet.closest(AROUND);
  return around.children().filter('.a-price').nodes.length < 2 && saysPer(price, around.ownText());
}

function saysPer({ locale }: PageBlock, text = ''): boolean {
  const words = text.slice(0, REACH).split(/\p{Nd}/u, 1)[0];
  return words !== '' && (PER.test(text) || locale.says(words, ({ product }) => product.perMonth));
}

/** Returns the first price to pay of the elements, and its element. */
export const firstPrice = (elements: readonly PageBlock[]): { price: Price; element: PageBlock } | undefined =>
  firstValue(elements, (element) => {
    const price = element.price();
    return price === undefined || isPer(element) ? undefined : { price, element };
  });

/** Whether the label of a price is "From:": in the same element, before it, or in the first cell of its row. */
export function saysFrom(price: PageBlock): boolean {
  const around = price.unrecorded().closest(AROUND);
  const siblings = around.children().all();
  const before = siblings[siblings.findIndex(({ nodes }) => nodes[0] === price.nodes[0]) - 1];
  const cells = price.unrecorded().closest('tr').children();
  const labels = [around.ownText(), before?.text(), cells.nodes.length > 1 ? cells.first().text() : undefined];
  return labels.some((label) => {
    const words = label && withoutMoney(label).replace(PUNCTUATION, ' ').trim();
    return price.locale.allWords.some(({ product }) => isOneOf(words, product.priceFrom));
  });
}

const PUNCTUATION = /[.,:：\s]+/g;

const PRICE = '.a-price:not([data-a-strike="true"])';

/** The selector of a range, or of the dash in one. */
export const RANGE = '.a-price-range, .a-price-dash';

/** Returns the range across variations in a block: two prices in an element of their own, or with only a dash between them. */
export function readPriceRange(block: PageBlock): PriceRange | undefined {
  const mark = block.first(RANGE);
  if (mark.exists && !mark.filter('.a-price-dash').exists) return rangeOf(mark.find(PRICE));
  const prices = (mark.exists ? mark : block.first(SECOND_PRICE)).closest(':has(> .a-price)').children().filter(PRICE);
  return mark.exists || DASH.test(prices.textBehind('.a-price') ?? '') ? rangeOf(prices) : undefined;
}

const rangeOf = (prices: PageBlock) => priceRangeOf(prices.all().map((price) => price.price()));
const SECOND_PRICE = '.a-price ~ .a-price:not([data-a-strike="true"])';
const DASH = /^[-~\u2010-\u2015\u301c\uff5e]$/;

/** `($1.86 / fluid ounce)`, `(12,90 €/kg (trocken))`: the unit is between the slash and the closing bracket. */
const UNIT = /^[(（][^/／]+[/／]((?:[^()（）]|\([^()]*\))+)[)）]$/u;

/** Returns the first unit price in the elements. A text without brackets is not one: it can be an instalment (`$41.62/mo`). */
export const readUnitPrice = (elements: readonly PageBlock[]): UnitPrice | undefined =>
  firstValue(elements, unitPriceIn);

function unitPriceIn(block: PageBlock): UnitPrice | undefined {
  const text = block.text();
  const unit = UNIT.exec(text ?? '')?.[1]?.trim() || undefined;
  if (text === undefined || unit === undefined) return undefined;
  // The price can be text without parts. Seen 2017 to 2023.
  const [only, another] = block.locale.prices(text);
  const price = block.price('.a-price:not([data-a-strike="true"])') ?? (another === undefined ? only : undefined);
  return price === undefined ? undefined : { amount: price.amount, unit, text };
}

/** The selector of prices with a line through them. */
export const STRUCK = '[data-a-strike="true"], .a-text-strike';

/** The selector of prices in large letters that are neither struck nor of one unit. */
export const MAIN_PRICE = '.a-price:not(.a-text-price):not([data-a-strike="true"])';

/** A reference price as a page shows it. */
export interface ShownReference {
  amount: number;
  /** Verbatim, without the price. */
  label: string | undefined;
  /** Whether the price has a line through it. A lowest price of 30 days counts without one. */
  isStruck: boolean;
}

/** The prices that the savings are compared with. */
interface Savings {
  /** The price to pay now. */
  current: number | undefined;
  /** The percentage that the page shows next to the price. */
  renderedPercent: number | undefined;
}

/** The two kinds of reference prices. */
export interface ReferencePrices {
  /** Why the prices cannot be right: the page shows a percentage that no reference price gives. The item then has no price and no promotion. */
  contradiction?: string | undefined;
  /** The first struck price that is not the lowest of 30 days: a list price, a typical, median or former price. */
  list: ReferencePrice | null;
  lowest: ReferencePrice | null;
}

/** Sorts the reference prices of a page by their labels. The rendered percentage belongs to the reference price that it fits. */
export function referencePrices(
  shown: readonly ShownReference[],
  { current, renderedPercent }: Savings,
  locale: Locale,
): ReferencePrices {
  const lowest = shown.find(({ label }) => isLowestPrice(label, locale));
  const list = shown.find(({ label, isStruck }) => isStruck && !isLowestPrice(label, locale));
  const contradiction = contradictionOf([list, lowest], { current, renderedPercent });
  if (contradiction !== undefined) return { list: null, lowest: null, contradiction };
  // Without the current price, the percentage belongs to the first reference price.
  const lowestPercent = list !== undefined && current === undefined ? undefined : renderedPercent;
  return {
    list: list === undefined ? null : referencePrice(list, { current, renderedPercent }),
    lowest: lowest === undefined ? null : referencePrice(lowest, { current, renderedPercent: lowestPercent }),
  };
}

/** Pages round the percentage in several ways [percentage points]. */
const TOLERANCE = 1;

/** Whether a rendered percentage is the saving of a price against a reference price. Without both prices it cannot be checked. */
function fits({ amount }: ShownReference, { current, renderedPercent }: Savings): boolean {
  if (current === undefined || renderedPercent === undefined) return true;
  return Math.abs(Math.round(savedShare(amount, current)) - Math.round(renderedPercent)) <= TOLERANCE;
}

const savedShare = (amount: number, current: number): number => ((amount - current) / amount) * 100;

function contradictionOf(references: readonly (ShownReference | undefined)[], savings: Savings): string | undefined {
  const given = references.filter((reference) => reference !== undefined);
  if (given.length === 0 || given.some((reference) => fits(reference, savings))) return undefined;
  const amounts = given.map(({ amount }) => amount).join(' or ');
  return `a saving of ${savings.renderedPercent} % does not fit the prices ${savings.current} and ${amounts}`;
}

/** Returns the promotion of an item, or `null` without a deal and a reference price. `lowest_price_30_days` is absent outside the EU. */
export function promotionInfo(
  deal: DealBadge | null,
  { list, lowest }: ReferencePrices,
  { marketplace }: Locale,
): PromotionInfo | null {
  if (deal === null && list === null && lowest === null) return null;
  return { deal, list_price: list, ...(marketplace.isInEU && { lowest_price_30_days: lowest }) };
}

const THIRTY = /(?<!\p{Nd})30(?!\p{Nd})/u;

/**
 * Whether a label names the lowest price of the last 30 days. Only EU sites must show it, and their labels have the 30 in every language. A median
 * of 30 days is not the lowest price. Outside the EU a price with any label is a list price.
 */
function isLowestPrice(label: string | undefined, locale: Locale): boolean {
  if (label === undefined || !locale.marketplace.isInEU) return false;
  const isUsual = locale.says(label, ({ search }) => search.usualPrice);
  return saysLowest(label, locale) || (THIRTY.test(label) && !isUsual);
}

/** Whether a label on an EU site says "lowest". */
export const saysLowest = (label: string | undefined, locale: Locale): boolean =>
  locale.marketplace.isInEU && locale.says(label, ({ search }) => search.lowestPrice);

/** Savings are never negative. A rendered percentage that fits wins over the one derived from the two prices. */
function referencePrice(reference: ShownReference, savings: Savings): ReferencePrice {
  const { amount, label } = reference;
  const { current, renderedPercent } = savings;
  const saved = current === undefined ? undefined : Math.round((amount - current) * 100) / 100;
  const derived = current === undefined ? undefined : savedShare(amount, current);
  const percent = Math.round((fits(reference, savings) ? renderedPercent : undefined) ?? derived ?? 0);
  const isSaving = saved === undefined || saved > 0;
  return {
    amount,
    label: label ?? null,
    savings_amount: saved !== undefined && isSaving ? saved : null,
    savings_percent: isSaving && percent > 0 ? percent : null,
  };
}
