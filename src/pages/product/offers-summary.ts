/** The numbers and the lowest prices of all offers of the listing. */
import type { ProductData } from '../../contract/data/product.ts';
import { numberIn, type Price } from '../../locale/index.ts';
import { type FieldGroup, firstValue } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { buyBoxOf, productPart } from './buybox.ts';
import { ownAsin } from './identity.ts';
import { saleFields } from './seller.ts';

export const offersSummaryFields = {
  sellers_all: (page) => valueFor(page, 'all', 'count') ?? withOthers(page) ?? sumOfCounts(page),
  new_from_price: (page) => valueFor(page, 'new', 'price')?.amount,
  used_from_price: (page) => valueFor(page, 'used', 'price')?.amount,
  new_offers_count: (page) => valueFor(page, 'new', 'count'),
  used_offers_count: (page) => valueFor(page, 'used', 'count'),
} satisfies FieldGroup<ProductData>;

/** A link to the offers: "New & Used (14) from $4.45". */
interface OffersLink {
  /** The condition in its URL, `all` for a count of all offers. */
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

/** Returns a value of the first link for a condition that has it. */
const valueFor = <Key extends 'count' | 'price'>(page: Page, condition: string, key: Key): OffersLink[Key] =>
  page.once(readLinks).find((link) => link.condition === condition && link[key] !== undefined)?.[key];

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
  const counts = CONDITIONS.map((condition) => valueFor(page, condition, 'count'));
  const isFeaturedCounted = !isFeaturedShown(page) || saleFields.condition(page)?.startsWith('used') === true;
  if (counts[0] === undefined && !isFeaturedCounted) return undefined;
  const listed = CONDITIONS.filter((_, at) => counts[at] !== undefined);
  if (listed.length > 1 && listed.some((condition) => valueFor(page, condition, 'price') === undefined))
    return undefined;
  return listed.length === 0 ? undefined : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** The blocks next to the Buy Box, and the one in its place. `mbc-olp-link`: Seen 2020. */
const LINK_BLOCKS = [
  'olpLinkWidget_feature_div',
  'dynamic-aod-ingress-box',
  'olp_feature_div',
  'mbc-olp-link',
  'moreBuyingChoices_feature_div',
  'unqualifiedBuyBox',
];

const OFFERS_LINK = 'a[href*="/offer-listing/"], a[href*="aod=1"], #aod-ingress-link';

function readLinks(page: Page): OffersLink[] {
  const inBlocks = LINK_BLOCKS.flatMap((id) => page.at(id).find(OFFERS_LINK).all());
  const links = [...inBlocks, ...formatLinks(page)];
  return (links.length > 0 ? links : ownLinks(page)).flatMap(readLink);
}

/** Links of other products, and those of the panel. */
const NOT_OWN = '#aod-container, #twister, #tmmSwatches, [id^="sims-"], .a-carousel';

/** Returns the links to the offers of this product, wherever they are. */
function ownLinks(page: Page): PageBlock[] {
  const asin = ownAsin(page);
  if (asin === undefined) return [];
  const links = productPart(page).all('a[href*="/offer-listing/"]');
  return links.filter((link) => isFor(asin, link) && !link.closest(NOT_OWN).exists);
}

const isFor = (asin: string, link: PageBlock): boolean =>
  link.attr('href')?.includes(`/offer-listing/${asin}`) === true;

/** Returns the links under the selected format, and those of its row in the table of formats: Seen 2017 to 2022. Other formats are other products. */
function formatLinks(page: Page): PageBlock[] {
  const asin = ownAsin(page);
  const inTable = page.at('twister').find(OFFERS_LINK).all();
  return [
    ...page.at('tmmSwatches').find('.swatchElement.selected').find(OFFERS_LINK).all(),
    ...inTable.filter((link) => asin !== undefined && isFor(asin, link)),
  ];
}

function readLink(link: PageBlock): OffersLink[] {
  const text = link.text();
  if (text === undefined) return [];
  const others = firstValue(link.locale.allWords, ({ product }) => numberIn(text, product.otherOffers));
  const counted = others === undefined ? countIn(text, link) : undefined;
  const condition = conditionOf(link.attr('href') ?? '') ?? (counted === undefined ? undefined : 'all');
  if (condition === undefined && others === undefined) return [];
  // The price can be after the link, in a line with a single link: Seen 2015 to 2020. A count is not a price. That of delivery follows a plus.
  const priceOf = (line: string | undefined) =>
    link.locale.price(line?.replace(counted?.text ?? '', ' ').replace(DELIVERY, ''));
  const own = link.price('.a-price') ?? priceOf(text) ?? link.locale.price(link.textBehind('a'));
  const line = link.closest(LINES);
  const price = own ?? (line.all('a').length > 1 ? undefined : (line.price('.a-color-price') ?? priceOf(line.text())));
  return [{ condition, count: counted?.count, others, price }];
}

/** "+ $3.99 delivery". A count can have a plus too: "10+ new". */
const DELIVERY = /\+[^\d+]{0,5}\d.*/s;

const LINES = '.olp-padding-right, [id^="olp-upd-"], #mbc-olp-link';

/** The condition of a link's parameter, else of its `ref`: `dp_olp_new`, `tmm_hrd_used_olp_sr`. */
function conditionOf(href: string): string | undefined {
  const [, stated] =
    /[?&]condition=(\w+)/.exec(href) ?? /ref=\w+?_(all|new|used|collectible|refurbished)(?![a-z])/i.exec(href) ?? [];
  return stated?.toLowerCase();
}

/** "New (9) from", "29 new from", "14の新品", "新品の出品：5", "Used: 9 from", "Used 2 from". */
const COUNTS = [
  /\((\d[\d., ]*)\)/,
  /^(\d[\d.,]*)(?=[\s\p{Lo}])/u,
  /[:：]\s*(\d[\d.,]*)(?=\s|$)/,
  /^\p{L}+\s(\d[\d.,]*)(?=\s\p{L}|$)/u,
];
/** The characters around a number that can have its currency. */
const REACH = 4;

/** Returns the first count in a text. A number with a currency is a price. */
function countIn(text: string, { locale }: PageBlock): { text: string; count: number } | undefined {
  return firstValue(COUNTS, (pattern) => {
    const match = pattern.exec(text);
    const count = locale.count(match?.[1]);
    if (match === null || count === undefined) return undefined;
    const around = text.slice(Math.max(0, match.index - REACH), match.index + match[0].length + REACH);
    return locale.price(around) === undefined ? { text: match[0], count } : undefined;
  });
}
