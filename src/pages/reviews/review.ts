/** One customer review, on reviews pages and on product pages. */
import type { Review } from '../../contract/data/reviews.ts';
import { collapse } from '../../html/index.ts';
import { mentions } from '../../locale/index.ts';
import { type FieldTable, someOf } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { originalImageUrl } from '../shared/images.ts';
import { countryOf } from './origin.ts';

/** One row per field. The parts of a review have a `data-hook` attribute. */
export const reviewFields = {
  review_id: (review) => idOf(review) ?? '',
  title: (review) => review.text(hook('review-title'), hook('reviewTitle')),
  text: reviewText,
  rating,
  author: (review) => review.text('.a-profile-name', hook('review-author')),
  author_url: (review) => review.attr('href', 'a.a-profile', `a${hook('review-author')}`),
  date: (review) => review.locale.date(review.text(hook('review-date'))),
  country: (review) => countryOf(review.text(hook('review-date')), review.locale),
  verified_purchase: (review) => review.has('[data-hook*="avp-badge"]'),
  helpful_votes: helpfulVotes,
  variant,
  image_urls: (review) => someOf(imageUrls(review)),
  is_vine: (review) => review.has('[data-hook*="vine-review-badge"]'),
} satisfies FieldTable<Review, PageBlock>;

function hook(name: string): string {
  return `[data-hook="${name}"]`;
}

/** Returns the text. A review with stars or images only has an empty element for its text, with a button next to it. */
function reviewText(review: PageBlock): string | undefined {
  const collapsed = review.first(`${hook('review-collapsed')}, ${hook('reviewRichContentContainer')}`);
  return collapsed.exists ? collapsed.text() : review.text(hook('review-body'), hook('reviewText'));
}

/** Returns all reviews of a page in order, each once. Mobile pages have another `data-hook`. */
export function reviewBlocks(page: Page): PageBlock[] {
  const seen = new Set<string>();
  const [marked, mobile] = ['review', 'mobley-review-content'].map((name) => page.marked('data-hook', name).all());
  return [...(marked ?? []), ...(mobile ?? [])].filter((review) => {
    const id = idOf(review);
    if (id === undefined || seen.has(id)) return false;
    seen.add(id);
    return true;
  });
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

/** "12 people found this helpful". A text without a number is about one person, or two people in languages with a word for them. */
function helpfulVotes(review: PageBlock): number {
  const statement = review.text(hook('helpful-vote-statement'));
  if (statement === undefined) return 0;
  return review.locale.count(statement) ?? (mentions(statement, review.locale.words.reviews.twoPeople) ? 2 : 1);
}

/** "Size: 27-Inch | Style: Curved": an icon separates the parts. */
function variant(review: PageBlock): string | undefined {
  const strip = review.first('[data-hook*="format-strip"]');
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

/** Returns the URLs of the original images. */
function imageUrls(review: PageBlock): string[] {
  const tiles = review.all('[data-hook$="review-image-tile"], .review-image-thumbnail');
  const urls = tiles.flatMap((tile) =>
    ['data-src', 'data-image-source', 'src'].flatMap((name) => tile.attr(name) ?? []).slice(0, 1),
  );
  return [...new Set(urls.filter((url) => url.startsWith('http') && url.includes('/images/I/')).map(originalImageUrl))];
}
