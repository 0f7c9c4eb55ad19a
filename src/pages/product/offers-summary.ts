/** The numbers and the lowest prices of all offers of the listing. */
import type { ProductData } from '../../contract/data/product.ts';
import { numberIn, type Price } from '../../locale/index.ts';
import type { FieldGroup } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { buyBoxOf } from './buybox.ts';
import { saleFields } from './sale.ts';

export const offersSummaryFields = {
  sellers_all: (page) => linkFor(page, 'all')?.count ?? withOthers(page) ?? sumOfCounts(page),
  new_from_price: (page) => linkFor(page, 'new')?.price?.amount,
  used_from_price: (page) => linkFor(page, 'used')?.price?.amount,
  new_offers_count: (page) => linkFor(page, 'new')?.count,
  used_offers_count: (page) => linkFor(page, 'used')?.count,
} satisfies FieldGroup<ProductData>;

/** A link to the offers: "New & Used (14) from $4.45". */
interface OffersLink {
  /** The condition in its URL. */
  condition: string | undefined;
  count: number | undefined;
  /** The count of a link that leaves out the featured offer: "Compare 2 other options". */
  others: number | undefined;
  /** The lowest price. */
  price: Price | undefined;
}

/** Returns the lowest price of the first link with a price. */
export const offersLinkPrice = (page: Page): Price | undefined =>
  page.once(readLinks).find(({ price }) => price !== undefined)?.price;

const linkFor = (page: Page, condition: string): OffersLink | undefined =>
  page.once(readLinks).find((link) => link.condition === condition);

const CONDITIONS = ['new', 'used', 'collectible', 'refurbished'];

const isFeaturedShown = (page: Page): boolean => buyBoxOf(page).state === 'buybox';

/** Returns the number of other offers, and the featured offer. */
function withOthers(page: Page): number | undefined {
  const others = page.once(readLinks).find((link) => link.others !== undefined)?.others;
  return others === undefined ? undefined : others + (isFeaturedShown(page) ? 1 : 0);
}

/**
 * Adds the counts of the conditions. Several counts are a sum only if each is a list of its own, "from" a price. With a link for used offers only,
 * the featured offer is not counted, and the sum is unknown.
 */
function sumOfCounts(page: Page): number | undefined {
  const isFeaturedCounted = !isFeaturedShown(page) || saleFields.condition(page)?.startsWith('used') === true;
  if (linkFor(page, 'new') === undefined && !isFeaturedCounted) return undefined;
  const links = CONDITIONS.map((condition) => linkFor(page, condition)).filter((link) => link?.count !== undefined);
  if (links.length > 1 && links.some((link) => link?.price === undefined)) return undefined;
  return links.length === 0 ? undefined : links.reduce((sum, link) => sum + (link?.count ?? 0), 0);
}

/** The blocks next to the Buy Box and under the selected format. Links under other formats are of other products. */
const LINK_BLOCKS = ['olpLinkWidget_feature_div', 'olp_feature_div', 'mbc-olp-link', 'tmmSwatches'];

const OFFERS_LINK = 'a[href*="/offer-listing/"], a[href*="aod=1"], #aod-ingress-link';

function readLinks(page: Page): OffersLink[] {
  return LINK_BLOCKS.flatMap((id) => {
    const block = id === 'tmmSwatches' ? page.at(id).find('.swatchElement.selected') : page.at(id);
    return block.find(OFFERS_LINK).all().flatMap(readLink);
  });
}

function readLink(link: PageBlock): OffersLink[] {
  const condition = /[?&]condition=(\w+)/.exec(link.attr('href') ?? '')?.[1]?.toLowerCase();
  const text = link.text();
  if (text === undefined) return [];
  const others = numberIn(text, link.locale.words.product.otherOffers);
  if (condition === undefined && others === undefined) return [];
  const [counted, digits] = (others === undefined ? COUNTS.map((one) => one.exec(text)) : []).find(Boolean) ?? [];
  // In older lines the price is after the link. A count is not a price.
  const stated = link.locale.price(counted === undefined ? text : text.replace(counted, ' '));
  const line = link.closest(LINES);
  const price = link.price('.a-price') ?? stated ?? line.price('.a-color-price') ?? line.price();
  return [{ condition, count: link.locale.count(digits), others, price }];
}

const LINES = '.olp-padding-right, [id^="olp-upd-"]';

/** "New (9) from", "29 new from", "新品の出品：5". */
const COUNTS = [/\((\d[\d., ]*)\)/, /^(\d[\d.,]*) /, /：(\d[\d,]*)$/];
