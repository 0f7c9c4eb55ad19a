/** A seller's profile. */
import type { StorefrontInfoData } from '../../contract/data/seller.ts';
import { type FieldGroup, type FieldTable, firstValue, type PageReader, readFields, someOf } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { type SellerFeedback, sellerFeedback } from '../parts/feedback.ts';
import { withoutOtherItems } from '../parts/left-out.ts';
import { present } from '../parts/present.ts';
import type { DetectedPage } from '../urls/detect.ts';
import { sellerOfHref } from '../urls/links.ts';
import { histogramOf, PERIOD_NAMES, type PeriodName, periodOf, recentFeedbackOf } from './feedback.ts';
import { imprintOf } from './imprint.ts';

/** Ids of profiles. The last four: Seen 2015 to 2021. */
const PROFILE_IDS = [
  'seller-name',
  'seller-profile-container',
  'page-section-seller-header',
  'sellerName',
  'sellerName-rd',
  'seller-feedback-summary',
  'sellerProfileContainer',
];

const imprintFields = {
  business_name: (page) => page.once(imprintOf).businessName ?? null,
  business_type: (page) => page.once(imprintOf).businessType,
  business_address: (page) => page.once(imprintOf).businessAddress,
  customer_service_address: (page) => someOf(page.once(imprintOf).customerServiceAddress),
  trade_register_number: (page) => page.once(imprintOf).tradeRegister,
  vat_number: (page) => page.once(imprintOf).vat,
  representative: (page) => page.once(imprintOf).representative,
  phone: (page) => page.once(imprintOf).phone ?? page.at('seller-contact-phone').text(),
  email: (page) => page.once(imprintOf).email,
} satisfies FieldGroup<StorefrontInfoData>;

export const sellerPage: PageReader<StorefrontInfoData> = {
  landmarks: [
    { name: 'seller-name', test: isSeller, required: true },
    { name: 'name', fields: ['name'], test: (page) => nameOf(page) !== undefined },
    { name: 'page-section-detail-seller-info', fields: Object.keys(imprintFields), test: hasImprint },
  ],
  isFound: (page) => isProfile(page) || !isHelp(page),
  read: (page, detected) => readFields(fieldsOf(detected), page, page.source.fields),
};

const fieldsOf = (detected: DetectedPage): FieldTable<StorefrontInfoData> => ({
  seller_id: (page) => stateId(page) ?? detected.seller_id ?? sellerOfHref(page.once(storefrontHref)) ?? null,
  name: nameOf,
  storefront_url: (page) => relative(page, page.once(storefrontHref) ?? hrefOfSeller(page, detected.seller_id)) ?? null,
  rating: (page) => period(page, 'months_12')?.rating ?? page.once(headerRating) ?? 0,
  positive_percent: (page) => period(page, 'months_12')?.positive_percent ?? page.once(yearSummary).percent ?? null,
  ratings_count: (page) => period(page, 'months_12')?.count ?? page.once(yearSummary).count ?? null,
  is_just_launched: isJustLaunched,
  feedback: (page) => page.once(feedbackPeriods),
  star_histogram: histogramOf,
  recent_feedback: recentFeedbackOf,
  ...imprintFields,
  about: (page) =>
    page.at('spp-expander-about-seller').text(WHOLE, '.spp-expander-less-content') ??
    page.at('about-seller-text').text() ??
    // Seen 2015 to 2021.
    bodyOf(page.at('about-seller')) ??
    bodyOf(page.at('page-section-about-seller')),
  return_policy: (page) =>
    page.at('spp-expander-return-and-refund-policies').text(WHOLE) ??
    bodyOf(page.at('page-section-return-refunds')) ??
    bodyOf(page.at('page-section-return-refund-policies')),
  shipping_policy: (page) =>
    // The text can be behind its empty holder.
    page.at('shipping-policies').text() ??
    page.at('shipping-policies').next().text() ??
    bodyOf(page.at('page-section-shipping-policies')),
  logo_url: logo,
});

function headerRating(page: Page): number | undefined {
  const block = page.once(summaryBlock);
  return page.locale.rating((block.exists ? block : page.once(header)).fullText('.a-icon-alt'));
}

const PRODUCTS = '[data-asin], li:has(a[href*="/dp/"])';

/** Returns the header without the products in it, which have ratings of their own. */
function header(page: Page): PageBlock {
  const block = withoutOtherItems(page.at('page-section-seller-header'));
  return block.without(block.find(PRODUCTS));
}

/** The line below the name. The last two: Seen 2015 to 2021. */
const SUMMARY_IDS = ['seller-info-feedback-summary', 'seller-feedback-summary', 'seller-feedback-summary-rd'];

function summaryBlock(page: Page): PageBlock {
  const blocks = SUMMARY_IDS.map((id) => page.at(id));
  return blocks.find((block) => block.exists) ?? page.at('seller-info-feedback-summary');
}

/** Whether the page has a profile with a name or an id of its own. */
function isSeller(page: Page): boolean {
  return isProfile(page) && (nameOf(page) ?? stateId(page)) !== undefined;
}

function hasImprint(page: Page): boolean {
  return page.at('page-section-detail-seller-info').exists || page.once(imprintOf).businessName !== undefined;
}

function nameOf(page: Page): string | undefined {
  return (
    firstValue(NAME_IDS, (id) => page.at(id).text()) ??
    page.at('page-section-seller-header').text('h1') ??
    TITLE.exec(page.text('head title') ?? '')?.groups?.name
  );
}

const NAME_IDS = ['seller-name', 'sellerName', 'sellerName-rd'];
/** "Amazon.com Seller Profile: Larkmoor Outdoors", in any language. */
const TITLE = /^amazon\.[a-z.]+\s[^:：]{3,40}[:：]\s*(?<name>\S.*)$/is;

const isProfile = (page: Page): boolean => PROFILE_IDS.some((id) => page.at(id).exists) || stateId(page) !== undefined;

/** Whether the page is a help page: the site redirects there for an unknown seller. */
function isHelp(page: Page): boolean {
  const urls = [page.url, page.canonicalLink ?? ''];
  return urls.some((url) => /\/gp\/help\/customer\//.test(url)) || page.has('.help-content, #help-content');
}

/** Returns the ids of the seller in the page's state and in the link to the products. */
export const statedSellers = (page: Page): (string | undefined)[] => [
  stateId(page),
  sellerOfHref(page.once(storefrontHref)),
];

function stateId(page: Page): string | undefined {
  const state = page.state('spp-page-var-page-state');
  const id = typeof state === 'object' && state !== null && 'sellerID' in state ? state.sellerID : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

const storefrontHref = (page: Page): string | undefined =>
  page.at('seller-info-storefront-link').attr('href', 'a') ?? page.at('storefront-link').attr('href', 'a');

/** Returns a link to the products of the seller, wherever it is. */
function hrefOfSeller(page: Page, id: string | undefined): string | undefined {
  const seller = stateId(page) ?? id;
  const hrefs = page.all('a[href*="me="]').map((link) => link.attr('href'));
  return seller === undefined ? undefined : hrefs.find((href) => sellerOfHref(href) === seller);
}

/** Returns a URL of the site without its host. */
function relative(page: Page, href: string | undefined): string | undefined {
  const absolute = page.absolute(href);
  if (href === undefined || absolute === undefined || href.startsWith('/')) return href;
  const { pathname, search } = new URL(absolute);
  return `${pathname}${search}`;
}

/** Reads the line below the name: "98% positive in the last 12 months (1,234 ratings)". */
const summary = (page: Page): SellerFeedback => sellerFeedback(page.once(summaryLines), page.locale);

function summaryLines(page: Page): string[] {
  const lines = page.once(summaryBlock).lines();
  return lines.length > 0 ? lines : page.once(headerLines);
}

/** Returns the summary if it is of 12 months. Without recent feedback it is of all time: "100% positive lifetime (11 total ratings)". */
function yearSummary(page: Page): SellerFeedback {
  const feedback = page.once(summary);
  return page.locale.counts(page.once(summaryLines).join(' ')).includes(MONTHS) ? feedback : {};
}

const MONTHS = 12;

function headerLines(page: Page): string[] {
  const names = new Set(page.once(header).lines('h1, #seller-name'));
  const lines = page.once(header).lines();
  return lines.filter((line) => !names.has(line));
}

function feedbackPeriods(page: Page): StorefrontInfoData['feedback'] {
  const periods = present(Object.fromEntries(PERIOD_NAMES.map((name) => [name, periodOf(page, name)])));
  return Object.keys(periods).length === 0 ? undefined : periods;
}

const period = (page: Page, name: PeriodName) => page.once(feedbackPeriods)?.[name];

/** The page of a seller without ratings says so in an element of its own. */
function isJustLaunched(page: Page): boolean | undefined {
  const lifetime = period(page, 'lifetime')?.count;
  if (lifetime !== undefined) return lifetime === 0;
  if (page.at('feedback-no-rating').exists) return true;
  if (page.once(summaryBlock).exists) return page.once(summary).isJustLaunched;
  return page.locale.says(page.once(headerLines).join(' '), ({ offers }) => offers.justLaunched) ? true : undefined;
}

/** Returns the logo. The image can be a placeholder until the logo is loaded. */
function logo(page: Page): string | undefined {
  const images = [
    page.at('seller-logo-column').find('.seller-logo-img'),
    page.at('seller-logo-img'),
    page.at('seller-logo').find('img'),
  ];
  const urls = images.flatMap((image) => image.attrs('src'));
  return page.absolute(urls.find((url) => !url.includes('loading')));
}

/** Some sections are on the page twice, cut and whole. */
const WHOLE = '.spp-expander-more-content';
const NOT_THE_TEXT = ['seller-contact-text', 'seller-contact-button', 'seller-contact-phone'];

/** Returns the text of a section without its heading and without the contact elements of the site. */
function bodyOf(section: PageBlock): string | undefined {
  const whole = section.text(WHOLE);
  if (whole !== undefined) return whole;
  const added = new Set([...section.lines('h1, h2, h3, h4'), ...NOT_THE_TEXT.flatMap((id) => section.at(id).lines())]);
  const lines = section.lines().filter((line) => !added.has(line));
  return lines.join(' ') || undefined;
}
