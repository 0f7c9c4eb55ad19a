/** What the page says of all offers of the listing. */
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
  /** As its address names it. */
  condition: string;
  count: number | undefined;
  price: Price | undefined;
}

/** The lowest price that the page names for the listing's offers. */
export const offersLinkPrice = (page: Page): Price | undefined =>
  page.once(readLinks).find(({ price }) => price !== undefined)?.price;

const linkFor = (page: Page, condition: string): OffersLink | undefined =>
  page.once(readLinks).find((link) => link.condition === condition);

const CONDITIONS = ['new', 'used', 'collectible', 'refurbished'];

/** Where all offers are new, or each condition has a link of its own: beside used offers alone the featured one is not counted. */
function sumOfCounts(page: Page): number | undefined {
  const isFeaturedCounted =
    buyBoxOf(page).state !== 'buybox' || saleFields.condition(page)?.startsWith('used') === true;
  if (linkFor(page, 'new') === undefined && !isFeaturedCounted) return undefined;
  const counts = CONDITIONS.map((condition) => linkFor(page, condition)?.count).filter((one) => one !== undefined);
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

/** Beside the Buy Box, and under the format that is selected; those of the other formats are other products'. */
const PLACES = ['olpLinkWidget_feature_div', 'olp_feature_div', 'mbc-olp-link', 'tmmSwatches'];

function readLinks(page: Page): OffersLink[] {
  return PLACES.flatMap((id) => {
    const place = id === 'tmmSwatches' ? page.at(id).find('.swatchElement.selected') : page.at(id);
    return place.find('a[href*="/offer-listing/"]').all().flatMap(readLink);
  });
}

function readLink(link: PageBlock): OffersLink[] {
  const condition = /[?&]condition=(\w+)/.exec(link.attr('href') ?? '')?.[1];
  const text = link.text();
  if (condition === undefined || text === undefined) return [];
  const count = COUNT.exec(text)
    ?.slice(1)
    .find((digits) => digits !== undefined);
  // Older lines have the price behind the link.
  const price = link.price('.a-price') ?? link.locale.price(text) ?? link.closest(LINES).price();
  return [{ condition: condition.toLowerCase(), count: link.locale.count(count), price }];
}

const LINES = '.olp-padding-right, [id^="olp-upd-"]';

/** "New (9) from", "29 new from"; in "2 other offers" the number is not that of all. */
const COUNT = /\((\d[\d., ]*)\)|^(\d[\d.,]*) /;
