/** The offers page: the all-offers panel, by itself or standing open in a product page, and the older offer-listing page. */
import type { OfferEntry, OffersData } from '../../contract/data/offers.ts';
import { asinOfHref, type DetectedPage } from '../detect.ts';
import { type FieldTable, readEach, readFields } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import type { PageReader } from '../reader.ts';
import { LISTED_OFFER, listedOfferFields } from './listing.ts';
import { cartAsin, isOffer, offerFields } from './offer.ts';
import { totalOffers, totalPages } from './totals.ts';

/** Any of them is a panel, or the listing; a follow-up page without offers has the second alone. */
const PANEL_IDS = [
  'aod-offer-list',
  'aod-total-offer-count',
  'aod-pinned-offer',
  'aod-offer',
  'olpOfferList',
  'olpProduct',
];

export const offersPage: PageReader<OffersData> = {
  landmarks: [
    { name: 'aod-offer-list', test: (page) => PANEL_IDS.some((id) => page.at(id).exists), required: true },
    { name: 'aod-total-offer-count', test: (page) => page.at('aod-total-offer-count').exists || isListing(page) },
  ],
  read: (page, address) => readFields(fieldsOf(address), page),
};

/** The counts are those of the page, whatever filter its address carries: the page is read as it stands. */
const fieldsOf = (address: DetectedPage): FieldTable<OffersData> => {
  const isFirst = (address.page ?? 1) === 1;
  const offers = (page: Page) => page.once(isFirst ? firstPageOffers : followingPageOffers);
  const isFba = (offer: OfferEntry) => offer.is_fba === true;
  return {
    product_sellers_info: offers,
    page_index: () => (address.page ?? 1) - 1,
    total_pages: (page) => (isFirst && isWhole(page) ? totalPages(page, offers(page)) : undefined),
    total_offers_count: (page) => (isFirst && isWhole(page) ? totalOffers(page, offers(page)) : undefined),
    fba_count: (page) => offers(page).filter(isFba).length,
    fbm_count: (page) => offers(page).filter((offer) => !isFba(offer)).length,
    sold_by_amazon: (page) => offers(page).some(({ is_amazon }) => is_amazon === true),
    asin: (page) => page.once(asinOfPage) ?? address.asin,
    title: (page) =>
      page.at('aod-asin-title-text').text() ??
      page.at('olpProductDetails').text('h1') ??
      page.at('productTitle').text(),
    image_url: (page) => page.at('aod-asin-image-id').attr('src') ?? page.at('olpProductImage').attr('src', 'img'),
    rating: (page) =>
      page.locale.rating(
        page.at('aod-asin-reviews-star').fullText() ?? page.once(listingReviews).fullText('.a-icon-alt'),
      ),
    reviews: (page) =>
      page.locale.count(page.at('aod-asin-reviews-count-title').text() ?? page.once(listingReviews).texts().at(-1)),
  };
};

/** An address can ask for the list alone: whether an offer is pinned above it, it does not tell. */
function isWhole(page: Page): boolean {
  return !/[?&]isonlyrenderofferlist=true\b/.test(page.url);
}

function isListing(page: Page): boolean {
  return page.at('olpOfferList').exists || page.at('olpProduct').exists;
}

function firstPageOffers(page: Page): OfferEntry[] {
  if (isListing(page))
    return readEach<OfferEntry, PageBlock>(listedOfferFields, page.at('olpOfferList').all(LISTED_OFFER));
  const pinned = page.at('aod-pinned-offer').all().filter(isOffer).slice(0, 1);
  return readEach<OfferEntry, PageBlock>(offerFields, [...pinned, ...otherOffers(page)]);
}

/** A panel that is asked for its second page repeats the pinned offer: it belongs to the first (specification, `/v1/offers`). */
function followingPageOffers(page: Page): OfferEntry[] {
  return isListing(page) ? firstPageOffers(page) : readEach<OfferEntry, PageBlock>(offerFields, otherOffers(page));
}

function otherOffers(page: Page): PageBlock[] {
  return page.at('aod-offer').all().filter(isOffer);
}

/** The item that the offers are for: what their buttons put into the cart. */
function asinOfPage(page: Page): string | undefined {
  for (const offer of [...page.at('aod-pinned-offer').all(), ...page.at('aod-offer').all()]) {
    const asin = offer.attr('value', 'input[name$="[asin]"]', '#ftSelectAsin') ?? cartAsin(offer);
    if (asin !== undefined) return asin;
  }
  return asinOfHref(page.at('olpDetailPageLink').attr('href'));
}

/** The links to the reviews on the older page: the stars, then the count. */
function listingReviews(page: Page): PageBlock {
  return page.at('olpProduct').find('a[href*="/product-reviews/"]');
}
