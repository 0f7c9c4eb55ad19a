/** Badges, and recent sales. */
import type { ProductData } from '../../contract/data/product.ts';
import { type FieldGroup, firstValue, someOf } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { boughtPastMonth } from '../parts/feedback.ts';
import { dealLabelOf } from './deals.ts';

export const badgeFields = {
  badges: (page) => someOf(allBadges(page)),
  is_amazon_choice: (page) => shownIn(choiceOf(page), page.at('acBadge_feature_div')),
  amazon_choice_keyword: (page) => page.at('acBadge_feature_div').text('.ac-keyword-link a', '.ac-keyword-link'),
  is_best_seller: (page) => hasRankBadge(page, 'best'),
  best_seller_category: rankCategory,
  is_new_release: (page) => hasRankBadge(page, 'new'),
  climate_pledge_friendly: (page) => shownIn(climateBadge(page), page.at('climatePledgeFriendlyATF_feature_div')),
  is_small_business: (page) => (smallBusiness(page) === undefined ? undefined : true),
  // No known product page shows this.
  is_sponsored_brand: () => undefined,
  is_adult: (page) => (page.at('adultWarning').exists || page.at('adult-warning').exists ? true : undefined),
  bought_past_month: (page) => boughtPastMonth(page.at('social-proofing-faceout-title-tk_bought').text(), page.locale),
} satisfies FieldGroup<ProductData>;

/** Returns `true` for a badge, `false` for an empty container of badges. A container with another text proves nothing. */
function shownIn(badge: string | undefined, container: PageBlock): boolean | undefined {
  if (badge !== undefined) return true;
  return container.exists && container.text() === undefined ? false : undefined;
}

function allBadges(page: Page): string[] {
  const ranks = RANK_BADGES.map((kind) => rankBadge(page, kind));
  const marks = [climateBadge(page), smallBusiness(page), markIn(page, RETURNS_ID)];
  return [choiceOf(page), ...ranks, ...marks, dealLabelOf(page)].filter((badge) => badge !== undefined);
}

/** Returns the badge without the keyword next to it. */
const choiceOf = (page: Page): string | undefined =>
  page
    .at('acBadge_feature_div')
    .spacedText('.ac-badge-rectangle', '.mvt-ac-badge-rectangle', '[class*="ac-badge"]:not([class*="wrapper"])');

const RANK_BADGES = ['best', 'new', 'other'] as const;
type RankBadge = (typeof RANK_BADGES)[number];

/** Best sellers, new releases, most wished for and most gifted items have the same container. The link of the badge shows which it is. */
function rankBadge(page: Page, kind: RankBadge): string | undefined {
  const container = page.at('zeitgeistBadge_feature_div').first();
  return rankKind(container) === kind ? container.spacedText('.badge-link', '.badge-wrapper') : undefined;
}

function rankKind(container: PageBlock): RankBadge {
  const href = container.attr('href', 'a') ?? '';
  if (/new-releases/.test(href) || container.has('[class*="new-release" i]')) return 'new';
  return /most-(?:wished-for|gifted)|movers-and-shakers/.test(href) ? 'other' : 'best';
}

/** The container has one badge at most: a badge of another kind means `false`. */
function hasRankBadge(page: Page, kind: 'best' | 'new'): boolean | undefined {
  const container = page.at('zeitgeistBadge_feature_div');
  const badge = rankBadge(page, kind);
  const isOther = badge === undefined && RANK_BADGES.some((other) => rankBadge(page, other) !== undefined);
  return isOther ? false : shownIn(badge, container);
}

/** The title of the link is the category. Its text has "in" before the category. */
function rankCategory(page: Page): string | undefined {
  if (rankBadge(page, 'best') === undefined) return undefined;
  const container = page.at('zeitgeistBadge_feature_div');
  return container.attr('title', '.badge-link') ?? container.text('.cat-link', '.cat-name');
}

function climateBadge(page: Page): string | undefined {
  const own = page.at('climatePledgeFriendlyBadge').text('.climatePledgeFriendlyProgramName', '.a-size-base', 'a');
  return own ?? certificate(page, (line) => PROGRAM.test(line));
}

/** The name of the program is the same in all languages. */
const PROGRAM = /climate pledge friendly/i;

/** Returns the line of a mark in the row of marks of the middle column. Seen 2021. */
function certificate(page: Page, is: (line: string) => boolean): string | undefined {
  const ids = page.once(markIds).filter((id) => CERTIFICATES_ID.test(id));
  return ids.flatMap((id) => page.at(id).lines()).find(is);
}

const CERTIFICATES_ID = /certifications?_feature_div$/i;
const SMALL_BUSINESS_ID = /small-?business|^sbBadge/i;
/** "Frequently returned item", "Customers usually keep this item". */
const RETURNS_ID = /nostos_badge$/;
const MARK_ID = /certifications?_feature_div$|small-?business|^sbBadge|nostos_badge$/i;

/** Returns the ids of the page's marks. Their readers look for them one after the other. */
const markIds = (page: Page): string[] => page.idsLike(MARK_ID);

/** The mark of small businesses, under the title or in the middle column. */
function smallBusiness(page: Page): string | undefined {
  const isMark = (line: string) => page.locale.saysInAnyLanguage(line, ({ product }) => product.smallBusiness);
  return markIn(page, SMALL_BUSINESS_ID) ?? certificate(page, isMark);
}

const SHOWN = ':not(.aok-hidden, .a-hidden)';

/** Returns the first line of the first mark with such an id. The other lines and the pop-ups explain it. */
function markIn(page: Page, pattern: RegExp): string | undefined {
  const ids = page.once(markIds).filter((id) => pattern.test(id) && !id.startsWith('a-popover'));
  return firstValue(ids, (id) => page.at(id).filter(SHOWN).lines()[0]);
}
