/** Deals and struck-through prices of the featured offer (specification, PromotionInfo). */
import type { ProductData } from '../../contract/data/product.ts';
import type { PromotionInfo } from '../../contract/data/shared.ts';
import { mentions } from '../../locale/index.ts';
import type { FieldGroup } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { referencePrice } from '../shared/struck-prices.ts';
import { buyBoxOf, hasCentre } from './buybox.ts';
import { dealOf } from './deal.ts';
import { headlinePrice, isSubscription } from './price.ts';

export const promotionFields = {
  promotion: readPromotion,
} satisfies FieldGroup<ProductData>;

/** Storefronts that must state the lowest price of the last 30 days. */
const EU = new Set(['de', 'fr', 'it', 'es', 'nl', 'pl', 'se', 'be']);

/** Nothing where the text was cut off before the middle column's prices: they may have been struck. */
function readPromotion(page: Page): PromotionInfo | null | undefined {
  const current = headlinePrice(page)?.amount;
  const saving = renderedSaving(page);
  const deal = dealOf(page) ?? null;
  const struck = struckPrices(page);
  if (deal === null && struck.length === 0) return page.source.isCut && !hasCentre(page) ? undefined : null;
  const list = struck.find(({ isLowest }) => !isLowest);
  const lowest = struck.find(({ isLowest }) => isLowest);
  // The percentage on the page is that of the first of them.
  const list_price = list === undefined ? null : referencePrice({ ...list, current, renderedPercent: saving });
  const ownSaving = list === undefined ? saving : undefined;
  const lowestPrice = lowest === undefined ? null : referencePrice({ ...lowest, current, renderedPercent: ownSaving });
  return lowestPrice === null && !EU.has(page.locale.marketplace.code)
    ? { deal, list_price }
    : { deal, list_price, lowest_price_30_days: lowestPrice };
}

interface Struck {
  amount: number;
  label: string | undefined;
  isLowest: boolean;
}

/** Prices with a line through them; an instalment wears their class without the line. */
const STRUCK = [
  '[id^="corePrice"] .a-price[data-a-strike="true"]',
  '.basisPrice .a-price',
  '.priceBlockStrikePriceString',
  '#price .a-text-strike',
  '#buyBoxInner .a-text-strike',
  '#listPrice',
  '#print-list-price',
  '#digital-list-price',
].join(', ');

function struckPrices(page: Page): Struck[] {
  for (const place of buyBoxOf(page).shown?.places ?? []) {
    const struck = place
      .find(STRUCK)
      .all()
      .map(struckPrice)
      .filter((one) => one !== undefined);
    if (struck.length > 0) return struck;
  }
  return [];
}

function struckPrice(block: PageBlock): Struck | undefined {
  const price = block.price();
  const label = labelOf(block);
  const isLowest = label !== undefined && isLowestLabel(label, block);
  const isStruck = isLowest || block.filter('[data-a-strike="true"], .a-text-strike, #listPrice').exists;
  const isOfMany = block.closest('.a-price-range').exists;
  if (price === undefined || !isStruck || isOfMany || isSubscription(block)) return undefined;
  return { amount: price.amount, label, isLowest };
}

/** Beside the price, or in the first cell of its row. */
function labelOf(block: PageBlock): string | undefined {
  const line = block.closest('.basisPrice');
  if (line.exists) return line.text('.apex-basisprice-label') ?? line.ownText();
  const cells = block.closest('tr').children();
  if (cells.nodes.length > 1) return cells.first().text();
  return (
    block.closest('#listPriceSection').text('#listPriceLabel') ??
    block.closest('#buyBoxInner li').text('.a-color-secondary:not(.a-text-strike)')
  );
}

/** The law's 30 days stand in every language's label as a number. */
function isLowestLabel(label: string, { locale }: PageBlock): boolean {
  return /(?<!\d)30(?!\d)/.test(label) || mentions(label, locale.words.search.lowestPrice);
}

/** Layouts with a table have it behind the sum, in the cell that is written in the colour of prices. */
const SAVINGS = [
  '.savingsPercentage, #savingsPercentage, .priceBlockSavingsString, .ebooks-price-savings',
  '[id^="corePrice"] td.a-color-price, #regularprice_savings, #dealprice_savings',
].join(', ');

/** "-21%", "$4.98 (25%)". */
function renderedSaving(page: Page): number | undefined {
  for (const place of buyBoxOf(page).shown?.places ?? []) {
    const texts = place.find(SAVINGS).all();
    const shown = texts.find((one) => !isSubscription(one))?.text() ?? '';
    const [, before, after] = PERCENT.exec(shown) ?? [];
    if (before !== undefined || after !== undefined) return Number(before ?? after);
  }
  return undefined;
}

const PERCENT = /(\d{1,2}) ?[%٪]|[%٪] ?(\d{1,2})/u;
