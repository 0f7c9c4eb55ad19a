/** The offers page: the all-offers panel, alone or open in a product page. The offer-listing page before it: Seen 2015 to 2020. */
import type { OfferEntry, OffersData } from '../../contract/data/offers.ts';
import { largestOf, ordinalNumber } from '../../locale/index.ts';
import { type FieldTable, type PageReader, readEach, readFields, wantedIn } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { withoutOtherItems } from '../parts/left-out.ts';
import type { DetectedPage } from '../urls/detect.ts';
import { asinOfHref } from '../urls/links.ts';
import { listedOfferFields, listedOffers } from './listing.ts';
import { cartAsin, isOffer, offerFields } from './offer.ts';

/** A page with any of these ids has a panel or is the listing. A following page without offers has the second id only. */
const PANEL_IDS = [
  'aod-offer-list',
  'aod-total-offer-count',
  'aod-pinned-offer',
  'aod-offer',
  'olpOfferList',
  'olpProduct',
];

/** The fields that are read from the blocks of the offers. */
const FROM_OFFERS: readonly (keyof OffersData)[] = [
  'product_sellers_info',
  'sold_by_amazon',
  'fba_count',
  'fbm_count',
  'total_offers_count',
  'total_pages',
];

/** Fields of an offer that fields of the page are computed from. */
const COUNTED: readonly (keyof OfferEntry)[] = ['is_amazon', 'is_fba', 'is_pinned'];

export const offersPage: PageReader<OffersData> = {
  landmarks: [
    { name: 'aod-offer-list', test: isPanel, required: true },
    {
      name: 'aod-total-offer-count',
      fields: ['total_offers_count', 'total_pages'],
      test: (page) => page.at('aod-total-offer-count').exists || isListing(page),
    },
    {
      name: 'aod-offer',
      fields: FROM_OFFERS,
      test: (page) => page.once(firstPageOffers).length > 0 || !hasUnreadOffers(page),
    },
    {
      name: 'aod-pinned-offer',
      fields: FROM_OFFERS,
      test: (page) => !page.once(hasOfferWithoutBlock),
      partial: 'the page shows an offer that is in no block of an offer',
    },
  ],
  read: (page, detected) => readFields(fieldsOf(detected), page, page.source.fields),
};

/** Whether the page has offers, their number, or words instead of offers. The number is in an element without text. */
function isPanel(page: Page): boolean {
  return page.at('aod-total-offer-count').exists || PANEL_IDS.some((id) => page.at(id).text() !== undefined);
}

/** The counts are those of the page, with whatever filter its URL has. */
const fieldsOf = (detected: DetectedPage): FieldTable<OffersData> => {
  const isFirst = (detected.page ?? 1) === 1;
  const offers = (page: Page) => page.once(isFirst ? firstPageOffers : followingPageOffers);
  const isUnread = (page: Page) =>
    page.once(hasOfferWithoutBlock) || (offers(page).length === 0 && hasUnreadOffers(page));
  return {
    product_sellers_info: offers,
    page_index: () => (detected.page ?? 1) - 1,
    total_pages: (page) => {
      if (!isFirst) return laterTotalPages(page, offers(page));
      return canShowPinnedOffer(page) && !isUnread(page) ? totalPages(page, offers(page)) : undefined;
    },
    total_offers_count: (page) =>
      isFirst && canShowPinnedOffer(page) && !isUnread(page) ? totalOffers(page, offers(page)) : undefined,
    fba_count: (page) => offers(page).filter(({ is_fba }) => is_fba === true).length,
    fbm_count: (page) => offers(page).filter(({ is_fba }) => is_fba === false).length,
    sold_by_amazon: (page) => offers(page).some(({ is_amazon }) => is_amazon === true),
    asin: (page) => page.once(offeredAsins)[0] ?? detected.asin,
    title: (page) => page.at('aod-asin-title-text').text() ?? listingTitle(page) ?? page.at('productTitle').text(),
    image_url: (page) => page.at('aod-asin-image-id').attr('src') ?? page.at('olpProductImage').attr('src', 'img'),
    rating: (page) =>
      page.locale.rating(
        page.at('aod-asin-reviews-star').fullText() ?? page.at('olpProductDetails').fullText('.a-icon-star'),
      ),
    reviews: (page) => page.locale.count(page.at('aod-asin-reviews-count-title').text() ?? listingReviews(page)),
  };
};

/** Whether the page can show a pinned offer: a URL can request the list without it. */
const canShowPinnedOffer = (page: Page): boolean => !/[?&]isonlyrenderofferlist=true\b/.test(page.url);

const isListing = (page: Page): boolean => page.at('olpOfferList').exists || page.at('olpProduct').exists;

function firstPageOffers(page: Page): OfferEntry[] {
  if (isListing(page)) return readOffers(page, listedOfferFields, listedOffers(page));
  const pinned = offersAt(page, 'aod-pinned-offer').slice(0, 1);
  return readOffers(page, offerFields, [...pinned, ...otherOffers(page)]);
}

/** The second page of a panel repeats the pinned offer, which belongs to the first page. */
const followingPageOffers = (page: Page): OfferEntry[] =>
  isListing(page) ? firstPageOffers(page) : readOffers(page, offerFields, otherOffers(page));

const readOffers = (page: Page, table: FieldTable<OfferEntry, PageBlock>, blocks: readonly PageBlock[]): OfferEntry[] =>
  readEach(table, blocks, wantedIn(page, 'product_sellers_info', COUNTED));

const otherOffers = (page: Page): PageBlock[] => offersAt(page, 'aod-offer');

const offersAt = (page: Page, id: string): PageBlock[] => page.at(id).entries().map(withoutOtherItems).filter(isOffer);

/** Parts of a listed offer, whatever is around them. */
const PARTS = '.olpOfferPrice, .olpSellerName, .a-color-price, a[href*="seller="]';

/** Whether a page without entries shows parts of offers, or a page of a listing no list: their blocks are not where this reader looks. */
function hasUnreadOffers(page: Page): boolean {
  if (page.at('aod-offer-soldBy').exists || page.at('aod-offer-price').exists) return true;
  const list = page.at('olpOfferList');
  // The open tab has the lowest price of its offers. Seen 2015.
  const isPriced = page.at('olpTabs').price('.a-active') !== undefined;
  return isListing(page) && (isPriced || list.has(PARTS) || list.text() === undefined || listedOffers(page).length > 0);
}

/** Whether a seller is in no block of an offer: the block has another name, and its offer is not counted. A header repeats the pinned offer. */
function hasOfferWithoutBlock(page: Page): boolean {
  const sellers = page.at('aod-offer-soldBy').all();
  return sellers.some((seller) => !seller.closest('#aod-offer, #aod-pinned-offer, #aod-sticky-pinned-offer').exists);
}

/** Returns the ASINs that the cart buttons of the offers add, else the one that the offer-listing page links to. */
export function offeredAsins(page: Page): string[] {
  const offers = [...page.at('aod-pinned-offer').entries(), ...page.at('aod-offer').entries()];
  const asins = offers.flatMap(
    (offer) => offer.attr('value', 'input[name$="[asin]"]', '#ftSelectAsin') ?? cartAsin(offer) ?? [],
  );
  return asins.length > 0 ? asins : [asinOfHref(page.at('olpDetailPageLink').attr('href')) ?? []].flat();
}

/** The heading can begin with a line of the page's own: "New offers for". Seen 2015. */
const listingTitle = (page: Page): string | undefined =>
  page.at('olpProductDetails').ownText('h1') ?? page.at('olpProductDetails').text('h1');

/** Returns the last link to the reviews on the offer-listing page: "20 customer reviews". Another link can have the stars. Seen 2015 to 2020. */
const listingReviews = (page: Page): string | undefined =>
  page.at('olpProduct').texts('a[href*="/product-reviews/"]').at(-1);

const OFFERS_PER_PAGE = 10;

function totalOffers(page: Page, offers: readonly OfferEntry[]): number | undefined {
  const others = page.once(otherOffersCount);
  if (others === undefined) return offers.length === 0 ? 0 : undefined;
  return others + pinnedCount(offers);
}

/** Returns the number of pages with ten offers each, the pinned offer not counted: 1 for a pinned offer alone, 0 without any offer. */
function totalPages(page: Page, offers: readonly OfferEntry[]): number | undefined {
  const others = page.once(otherOffersCount);
  if (others === undefined) return offers.length === 0 ? 0 : (page.once(lastListingPage) ?? onlyPage(page));
  return Math.max(Math.ceil(others / OFFERS_PER_PAGE), pinnedCount(offers));
}

/**
 * Returns the number of pages that a later page shows. Its count includes the pinned offer, so that the number can be one too high. The count of a
 * page without offers is not that of the listing.
 */
function laterTotalPages(page: Page, offers: readonly OfferEntry[]): number | undefined {
  if (offers.length === 0) return undefined;
  const all = page.once(otherOffersCount);
  return all === undefined ? page.once(lastListingPage) : Math.ceil(all / OFFERS_PER_PAGE);
}

const pinnedCount = (offers: readonly OfferEntry[]): number =>
  offers.some(({ is_pinned }) => is_pinned === true) ? 1 : 0;

/** The count of the panel is without the pinned offer. */
function otherOffersCount(page: Page): number | undefined {
  const hidden = page.at('aod-total-offer-count').attr('value');
  return page.locale.count(hidden ?? page.at('aod-filter-offer-count-string').text());
}

/** A list of the offer-listing page without pagination has one page. A page that was cut off can have lost its pagination. Seen 2015 to 2020. */
function onlyPage(page: Page): number | undefined {
  const hasPages = page.has('.a-pagination, a[href*="startIndex="]');
  return page.at('olpOfferList').exists && !hasPages && !page.source.isCut ? 1 : undefined;
}

/** The pagination of the offer-listing page. Seen 2015 to 2020. Inside the list: Seen 2015. */
function lastListingPage(page: Page): number | undefined {
  const places = ['olpOfferListColumn', 'olpOfferList'].map((id) => page.at(id));
  const items = places.map((place) => place.texts('.a-pagination li')).find(({ length }) => length > 0) ?? [];
  return largestOf(items.flatMap((item) => ordinalNumber(item) ?? []));
}
