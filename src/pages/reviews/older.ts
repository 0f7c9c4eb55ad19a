/** Reviews on product pages before they had hooks: the parts are found by ids and by their place. Seen 2015 to 2017. */
import type { Review } from '../../contract/data/reviews.ts';
import { isText, parseDocument, parseLoose } from '../../html/index.ts';
import type { FieldTable } from '../fields.ts';
import { type Page, PageBlock } from '../page.ts';
import { reviewFields } from './review.ts';

/** Returns the "most helpful" reviews of such a page. */
export function olderReviewBlocks(page: Page): PageBlock[] {
  return LISTS.flatMap((id) => page.at(id).entries('[id^="rev-dpReviewsMostHelpful"]'));
}

const LISTS = ['revMHRL', 'revMHFRL'];
const ID = /-(R[A-Z0-9]{8,})$/;
const PROFILE = 'a[href*="/profile/"]';

/** The rows of {@link reviewFields}, with the places on such pages. A mark that is absent proves nothing: its place is unknown. */
export const olderReviewFields = {
  ...reviewFields,
  review_id: (review) => ID.exec(review.attr('id') ?? '')?.[1] ?? '',
  title: (review) => review.text('.a-icon-row .a-text-bold'),
  text: wholeText,
  rating: (review) => review.locale.rating(review.fullText('.a-icon-alt') ?? review.attr('title', 'a')),
  author: (review) => review.text(PROFILE),
  author_url: (review) => review.attr('href', PROFILE),
  date,
  verified_purchase: (review) => (review.has('.crAVPStripe, .crVerifiedStripe') ? true : undefined),
  helpful_votes: (review) => review.locale.counts(review.text('[id^="cr-vote-"]')).sort((one, other) => one - other)[0],
  variant: (review) => review.text('[id^="revData-"] > .a-color-secondary'),
  is_vine: () => undefined,
} satisfies FieldTable<Review, PageBlock>;

/** "By NAME on March 3, 2015": in small text next to the author. */
function date(review: PageBlock): string | undefined {
  for (const line of review.texts('.a-color-secondary')) {
    const day = review.locale.date(line);
    if (day !== undefined) return day;
  }
  return undefined;
}

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
  const isSeparate = isOpen || /^[\s<]/.test(state.rest) || (last && isText(last) && /\s$/.test(last.data));
  return `${isOpen ? shown.slice(0, -1).trim() : shown}${isSeparate ? ' ' : ''}${rest}`;
}
