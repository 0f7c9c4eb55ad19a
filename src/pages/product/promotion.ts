/** The price of the featured offer, its deal and its reference prices. */
import type { ProductData } from '../../contract/data/product.ts';
import type { PromotionInfo } from '../../contract/data/shared.ts';
import type { FieldGroup } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import {
  promotionInfo,
  type ReferencePrices,
  referencePrices,
  type ShownReference,
  STRUCK,
  saysLowest,
} from '../shared/struck-prices.ts';
import { isSubscription } from './block-price.ts';
import { buyBoxOf, hasCentre } from './buybox.ts';
import { dealOf } from './deal.ts';
import { headlinePrice, isStated } from './price.ts';

export const promotionFields = {
  bb_price: priceToPay,
  promotion: readPromotion,
} satisfies FieldGroup<ProductData>;

/** `undefined` for a price that the savings contradict, unless the cart form states it too. */
function priceToPay(page: Page): number | undefined {
  const { contradiction } = page.once(readReferences);
  const price = headlinePrice(page);
  const isCertain = price !== undefined && (contradiction === undefined || isStated(page, price));
  return isCertain ? price.amount : undefined;
}

/** `undefined` for prices that contradict each other, and if a struck price of the featured offer can be where this reader does not see it. */
function readPromotion(page: Page): PromotionInfo | null | undefined {
  const prices = page.once(readReferences);
  if (prices.contradiction !== undefined || (prices.list === null && !areReferencesKnown(page))) return undefined;
  return promotionInfo(dealOf(page) ?? null, prices, page.locale);
}

/**
 * Whether the page shows all prices of the featured offer: in a row that is open, next to a price that was read, in HTML that is not cut, without a
 * percentage that no price explains.
 */
function areReferencesKnown(page: Page): boolean {
  const { featured } = buyBoxOf(page);
  if (page.source.isCut && !hasCentre(page)) return false;
  if (page.once(readReferences).lowest === null && page.once(renderedPercent) !== undefined) return false;
  return featured === undefined || (featured.isCentreKnown && headlinePrice(page) !== undefined);
}

function readReferences(page: Page): ReferencePrices {
  const savings = { current: headlinePrice(page)?.amount, renderedPercent: page.once(renderedPercent) };
  const prices = referencePrices(shownReferences(page), savings, page.locale);
  if (prices.contradiction !== undefined) page.contradict('savingsPercentage', prices.contradiction);
  return prices;
}

/** The reference prices of all layouts, newest first. All but the first two: Seen 2015 to 2022. */
const REFERENCES = `[id^="corePrice"] .a-price[data-a-strike="true"],
  .basisPrice .a-price,
  .priceBlockStrikePriceString,
  #price .a-text-strike,
  #buyBoxInner .a-text-strike,
  #listPrice,
  #print-list-price,
  #digital-list-price`;
/** Instalments have the same classes, but no line through them. */
const WITH_LINE = `${STRUCK}, #listPrice`;

function shownReferences(page: Page): ShownReference[] {
  for (const block of buyBoxOf(page).shown?.blocks ?? []) {
    const struck = block.all(REFERENCES).flatMap((element) => shownReference(element) ?? []);
    const shown = page.locale.marketplace.isInEU ? [...struck, ...lowestPrices(block)] : struck;
    if (shown.length > 0) return shown;
  }
  return [];
}

/** Returns the prices with a label such as "Lowest:", which can be without a line through them: in a line or a row of their own. */
function lowestPrices(block: PageBlock): ShownReference[] {
  const lines = block.all('.a-price.a-text-price').map((price) => ({ price, label: price.closest(LINE).ownText() }));
  const cells = block
    .all('tr')
    .map((row) => row.children())
    .filter((cells) => cells.nodes.length > 1);
  const rows = cells.map((row) => ({ price: row, label: row.first().text() }));
  return [...lines, ...rows].flatMap(({ price, label }) => {
    const shown = saysLowest(label, block.locale) ? price.price() : undefined;
    return shown === undefined || isSubscription(price) ? [] : [{ amount: shown.amount, label, isStruck: false }];
  });
}

const LINE = 'span:not(.a-price), div, p';

function shownReference(element: PageBlock): ShownReference | undefined {
  const price = element.price();
  if (price === undefined || element.closest('.a-price-range').exists || isSubscription(element)) return undefined;
  return { amount: price.amount, label: labelOf(element), isStruck: element.filter(WITH_LINE).exists };
}

/** The label is next to the price, or in the first cell of its row. */
function labelOf(element: PageBlock): string | undefined {
  const line = element.closest('.basisPrice');
  if (line.exists) return line.text('.apex-basisprice-label') ?? line.ownText();
  const cells = element.closest('tr').children();
  if (cells.nodes.length > 1) return cells.first().text();
  return (
    element.closest('#listPriceSection').text('#listPriceLabel') ??
    element.closest('#buyBoxInner li').text('.a-color-secondary:not(.a-text-strike)') ??
    element.closest('span:not(.a-price)').ownText()
  );
}

/** In a table the percentage follows the sum, in a cell in the colour of prices: Seen 2015 to 2022. */
const SAVINGS = `.savingsPercentage, #savingsPercentage, .priceBlockSavingsString, .ebooks-price-savings,
  [id^="corePrice"] td.a-color-price, #regularprice_savings, #dealprice_savings`;

/** "-21%", "$4.98 (25%)". */
function renderedPercent(page: Page): number | undefined {
  for (const block of buyBoxOf(page).shown?.blocks ?? []) {
    const shown = block.all(SAVINGS).find((element) => !isSubscription(element));
    const percent = page.locale.percent(shown?.text());
    if (percent !== undefined) return percent;
  }
  return undefined;
}
