/** One customer review, on reviews pages and on product pages. */
import type { Review } from '../../contract/data/reviews.ts';
import { collapse, isSeparate, isTag, isText, parseDocument, parseLoose } from '../../html/index.ts';
import {
  type Locale,
  marketplaceOfHost,
  mentions,
  readTemplate,
  regionNameIn,
  type Words,
} from '../../locale/index.ts';
import { type FieldTable, firstValue, onceEach, someOf } from '../engine/fields.ts';
import { type Page, PageBlock } from '../engine/page.ts';
import { originalImageUrl } from '../urls/links.ts';

/** One row per field. The parts of a review have a `data-hook` attribute. */
export const reviewFields = {
  review_id: (review) => idOf(review) ?? '',
  title: (review) => review.text(...TITLES),
  text: reviewText,
  rating,
  author: (review) => review.text(...AUTHORS),
  author_url: (review) => review.attr('href', 'a.a-profile', ...AUTHORS),
  date: (review) => review.locale.date(review.once(dateLine)),
  country: (review) =>
    countryOf(review.once(dateLine), review.locale) ?? countryOfSite(review.text(PUBLISHED_ON), review.locale),
  verified_purchase: (review) => review.has(VERIFIED),
  helpful_votes: helpfulVotes,
  variant,
  image_urls: (review) => someOf(imageUrls(review)),
  is_vine: isVine,
} satisfies FieldTable<Review, PageBlock>;

const hook = <Name extends string>(name: Name): `[data-hook="${Name}"]` => `[data-hook="${name}"]`;

/** Classes instead of hooks: Seen 2015. */
const TITLES = [hook('review-title'), hook('reviewTitle'), hook('cmps-review-title'), '.review-title'] as const;
const VERIFIED = '[data-hook*="avp-badge"], [data-action="reviews:show-avp"]';

/** The name is in a profile. Before it was a link, and the line around the link could have the same hook. Seen 2017. */
const AUTHORS = [
  '.a-profile-name',
  `${hook('review-author')} a`,
  `${hook('review-author')}:not(:has(${hook('review-author')}))`,
  'a.author',
] as const;

/** The line of a review of another site is without a country. Its site is in the second. Seen 2019. */
const DATES = [hook('review-date'), hook('cmps-review-date'), '.review-date'] as const;
const PUBLISHED_ON = hook('published-on-amzn-text');

const dateLine = (review: PageBlock): string | undefined => review.text(...DATES);

const COLLAPSED =
  '[data-hook="review-collapsed"], [data-hook="cmps-review-collapsed"], [data-hook="reviewRichContentContainer"]';

/**
 * Returns the text. A review with stars or images only has an empty element for its text, with a button next to it. A mobile page has the text
 * twice, cut and whole.
 */
function reviewText(review: PageBlock): string | undefined {
  const collapsed = review.first(COLLAPSED);
  if (collapsed.exists) return collapsed.text();
  const [longest] = review.texts(hook('review-body')).sort((one, other) => other.length - one.length);
  return longest ?? review.text(hook('reviewText'), '.review-text');
}

/** Hooks of a review: of this site and of other countries, of a mobile page, and of another site of the operator. The last: Seen 2019. */
const REVIEWS = ['review', 'mobley-review-content', 'cmps-review'];

/** Returns all reviews of a page in order, each once. */
export const reviewBlocks = (page: Page): PageBlock[] => page.once(readBlocks);

function readBlocks(page: Page): PageBlock[] {
  const hooked = REVIEWS.flatMap((name) => page.marked('data-hook', name).entries());
  const reviews = hooked.length > 0 ? hooked : page.at('cm_cr-review_list').entries('.review');
  const filled = reviews.filter((review) => idOf(review) !== undefined && review.children().exists);
  return onceEach(filled, (review) => idOf(review) ?? '');
}

const ID = /^(?:customer_review(?:_foreign)?-)?(R[A-Z0-9]{8,})$/;
const LINKED_ID = /\/(?:customer-reviews|srp\/-)\/(R[A-Z0-9]{8,})(?=[/?#]|$)/;

function idOf(review: PageBlock): string | undefined {
  const own = ID.exec(review.attr('id') ?? '') ?? ID.exec(review.attr('id', '[id^="customer_review"]') ?? '');
  return (own ?? LINKED_ID.exec(review.attr('href', 'a[href*="customer-reviews/"]') ?? ''))?.[1];
}

const STARS = [hook('review-star-rating'), hook('cmps-review-star-rating'), '.review-rating'] as const;
/** `a-star-4`, `a-star-small-4-5`. */
const STARS_CLASS = /(?:^|\s)a-star-(?:[a-z]+-)*(\d)(?:-(\d))?(?=\s|$)/;

function rating(review: PageBlock): number | undefined {
  const exact = review.locale.rating(review.fullText(...STARS));
  if (exact !== undefined) return exact;
  const [, whole, half] = STARS_CLASS.exec(review.attr('class', ...STARS) ?? '') ?? [];
  return whole === undefined ? undefined : Number(`${whole}.${half ?? 0}`);
}

const VOTES = [
  hook('helpful-vote-statement'),
  hook('cmps-helpful-votes-text'),
  '.review-votes',
  '.cr-vote-text',
  '[class*="helpful-votes-container"]',
] as const;

const OWN_WORDS =
  `${hook('review-title')}, .review-title, ${hook('review-body')}, ${hook('reviewText')}, .review-text` as const;

/**
 * "12 people found this helpful", "12 of 15 people". The second: Seen 2015 to 2016. A text can name one or two people without a number. Without any, the
 * votes are unknown, and so are those of a statement without its mark: it is the words of somebody.
 */
function helpfulVotes(review: PageBlock): number | undefined {
  const { locale } = review;
  const statement = review.text(...VOTES);
  if (statement !== undefined) {
    const people = [locale.words.reviews.twoPeople, locale.words.reviews.onePerson];
    const named = people.findIndex((phrases) => mentions(statement, phrases));
    return locale.counts(statement).sort((one, other) => one - other)[0] ?? [2, 1][named];
  }
  const others = review.unrecorded().without(review.find(OWN_WORDS)).text();
  return locale.says(others, ({ reviews }) => reviews.helpful) ? undefined : 0;
}

/** The line of the variation. The row of a review of another site has the same name, and badges in it; a link of the Vine badge has a similar one. */
const STRIP = '[data-hook*="format-strip"]:not([data-hook*="whats-this"], :has([data-hook])), a[href*="_rvw_fmt"]';

/** "Size: 27-Inch | Style: Curved": an icon separates the parts. */
function variant(review: PageBlock): string | undefined {
  const strip = review.first(STRIP);
  const parts = strip.nodes.map(charactersOf).join('').split(ICON).map(collapse);
  return parts.filter((part) => part !== '').join(' | ') || undefined;
}

/** Replaces an icon in the text: a private-use character that pages do not contain. */
const ICON = '\u{f0000}';

type Node = PageBlock['nodes'][number] | PageBlock['nodes'][number]['children'][number];

function charactersOf(node: Node): string {
  if ('name' in node && node.name === 'i') return ICON;
  if ('children' in node) return node.children.map(charactersOf).join('');
  return node.type === 'text' && 'data' in node ? node.data : '';
}

/** The row of the variation and the badges. */
const BADGES = '.review-format-strip, [data-hook="review-badges"]';
const VINE = /(?<!\p{Script=Latin})vine(?!\p{Script=Latin})/iu;

/** The label has a hook, or only words. They have the name of the program in all languages: "Amazon Vine Customer Review of Free Product". */
function isVine(review: PageBlock): boolean {
  if (review.has('[data-hook*="vine-review-badge"], a[href*="/vine/help"]')) return true;
  const labels = review.find(BADGES).texts('.a-color-success');
  return labels.some((label) => VINE.test(label));
}

const IMAGES = '[data-hook$="review-image-tile"], [data-hook="review-image-tile-section"] img, .review-image-thumbnail';

const SOURCES = ['data-src', 'data-image-source', 'src'];

function imageUrls(review: PageBlock): string[] {
  const urls = review.all(IMAGES).flatMap((tile) => firstValue(SOURCES, (name) => tile.attr(name)) ?? []);
  return [...new Set(urls.filter((url) => url.startsWith('http') && url.includes('/images/I/')).map(originalImageUrl))];
}

const FLAGS = /\p{Regional_Indicator}{2}/gu;

/** Returns the country of a line such as "Reviewed in the United States on March 3, 2024", as written on the page but without its article. The line can be in another language than the page. */
function countryOf(line: string | undefined, locale: Locale): string | undefined {
  const text = line?.replace(FLAGS, '').replace(/\s+/g, ' ').trim();
  return firstValue(locale.allWords, (words) => {
    const country = readTemplate(text, words.reviews.reviewedIn).country?.trim();
    return country && withoutArticle(country, words);
  });
}

function withoutArticle(country: string, words: Words): string {
  const [first = '', ...rest] = country.split(' ');
  const isArticle = rest.length > 0 && words.reviews.articles.includes(first.toLowerCase());
  return isArticle ? rest.join(' ') : country;
}

const SITE = /amazon\.[a-z]{2,3}(?:\.[a-z]{2})?(?![\p{L}\p{Nd}])/iu;

/** Returns the country of the site that a line such as "Published on Amazon.com" names, in the language of the page. */
function countryOfSite(line: string | undefined, { language }: Locale): string | undefined {
  const site = marketplaceOfHost(SITE.exec(line ?? '')?.[0] ?? '');
  return site && regionNameIn(site.countryCode, language);
}

/** Returns the "most helpful" reviews of a product page without hooks: the parts are found by ids and by their place. Seen 2015 to 2017. */
export const olderReviewBlocks = (page: Page): PageBlock[] =>
  LISTS.flatMap((id) => page.at(id).entries('[id^="rev-dpReviewsMostHelpful"]'));

const LISTS = ['revMHRL', 'revMHFRL'];
const ELEMENT_ID = /-(R[A-Z0-9]{8,})$/;
const PROFILE = 'a[href*="/profile/"]';

/** The rows of {@link reviewFields}, with the places on such pages. A mark that is absent proves nothing: its place is unknown. */
export const olderReviewFields = {
  ...reviewFields,
  review_id: (review) => ELEMENT_ID.exec(review.attr('id') ?? '')?.[1] ?? '',
  title: (review) => review.text('.a-icon-row .a-text-bold'),
  text: wholeText,
  rating: (review) => review.locale.rating(review.fullText('.a-icon-alt') ?? review.attr('title', 'a')),
  author: (review) => review.text(PROFILE),
  author_url: (review) => review.attr('href', PROFILE),
  // "By NAME on March 3, 2015": in small text next to the author.
  date: (review) => firstValue(review.texts('.a-color-secondary'), review.locale.date),
  verified_purchase: (review) => (review.has('.crAVPStripe, .crVerifiedStripe') ? true : undefined),
  helpful_votes: (review) => review.locale.counts(review.text('[id^="cr-vote-"]')).sort((one, other) => one - other)[0],
  variant: (review) => review.text('[id^="revData-"] > .a-color-secondary'),
  is_vine: () => undefined,
} satisfies FieldTable<Review, PageBlock>;

const TEXT = '[id^="revData-"] > .a-section';
const HEAD = '.MHRHead';
const REST = 'data-columnbalancing-showfullreview';
/** Of a long text the page shows the head, which can end inside of a tag. A link has the rest, as HTML in JSON. */
function wholeText(review: PageBlock): string | undefined {
  const head = review.first(HEAD);
  if (!head.exists) return review.text(TEXT);
  const state = parseLoose(review.attr(REST, `[${REST}]`) ?? '') as { rest?: unknown } | null | undefined;
  if (typeof state?.rest !== 'string') return undefined;
  const shown = head.fullText() ?? '';
  const last = head.nodes[0]?.lastChild;
  const isOpen = shown.endsWith('<');
  const document = parseDocument(`${isOpen ? '<' : ''}${state.rest}`);
  const rest = new PageBlock({ ...review.source, document }, [document.root], review.where).text() ?? '';
  const endsLine = last && (isText(last) ? /\s$/.test(last.data) : isTag(last) && isSeparate(last));
  const isApart = isOpen || endsLine || /^[\s<]/.test(state.rest);
  return `${isOpen ? shown.slice(0, -1).trim() : shown}${isApart ? ' ' : ''}${rest}`;
}
