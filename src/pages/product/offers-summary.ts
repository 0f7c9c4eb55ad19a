/** The numbers and the lowest prices of all offers of the listing. */
import type { ProductData } from '../../contract/data/product.ts';
import type { Price } from '../../locale/index.ts';
import type { FieldGroup } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { buyBoxOf } from './buybox.ts';
import { saleFields } from './sale.ts';

export const offersSummaryFields = {
  sellers_all: (page) => linkFor(page, 'all')?.count ?? sumOfCounts(page),
  new_from_price: (page) => linkFor(page, 'new')?.price?.amount,
  used_from_price: (page) => linkFor(page, 'used')?.price?.amount,
  new_offers_count: (page) => linkFor(page, 'new')?.count,
  used_offers_count: (page) => linkFor(page, 'used')?.count,
} satisfies FieldGroup<ProductData>;

/** A link to the offers: "New & Used (14) from $4.45". */
interface OffersLink {
  /** The condition in its URL. */
  condition: string;
  count: number | undefined;
  price: Price | undefined;
}

/** Returns the lowest price of the first link with a price. */
export const offersLinkPrice = (page: Page): Price | undefined =>
  page.once(readLinks).find(({ price }) => price !== undefined)?.price;

const linkFor = (page: Page, condition: string): OffersLink | undefined =>
  page.once(readLinks).find((link) => link.condition === condition);

const CONDITIONS = ['new', 'used', 'collectible', 'refurbished'];

/** Adds the counts of the conditions. With a link for used offers only, the featured offer is not counted, and the sum is unknown. */
function sumOfCounts(page: Page): number | undefined {
  const isFeaturedCounted =
    buyBoxOf(page).state !== 'buybox' || saleFields.condition(page)?.startsWith('used') === true;
  if (linkFor(page, 'new') === undefined && !isFeaturedCounted) return undefined;
  const counts = CONDITIONS.map((condition) => linkFor(page, condition)?.count).filter((one) => one !== undefined);
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

/** The blocks next to the Buy Box and under the selected format. Links under other formats are of other products. */
const LINK_BLOCKS = ['olpLinkWidget_feature_div', 'olp_feature_div', 'mbc-olp-link', 'tmmSwatches'];

function readLinks(page: Page): OffersLink[] {
  return LINK_BLOCKS.flatMap((id) => {
    const block = id === 'tmmSwatches' ? page.at(id).find('.swatchElement.selected') : page.at(id);
    return block.find('a[href*="/offer-listing/"]').all().flatMap(readLink);
  });
}

function readLink(link: PageBlock): OffersLink[] {
  const condition = /[?&]condition=(\w+)/.exec(link.attr('href') ?? '')?.[1];
  const text = link.text();
  if (condition === undefined || text === undefined) return [];
  const count = COUNT.exec(text)
    ?.slice(1)
    .find((digits) => digits !== undefined);
  // In older lines the price is after the link.
  const price = link.price('.a-price') ?? link.locale.price(text) ?? link.closest(LINES).price();
  return [{ condition: condition.toLowerCase(), count: link.locale.count(count), price }];
}

const LINES = '.olp-padding-right, [id^="olp-upd-"]';

/** "New (9) from", "29 new from". */
const COUNT = /\((\d[\d., ]*)\)|^(\d[\d.,]*) /;
