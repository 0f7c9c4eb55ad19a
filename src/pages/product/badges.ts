/** Badges, and recent sales. */
import type { ProductData } from '../../contract/data/product.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { boughtPastMonth } from '../shared/purchases.ts';
import { dealLabelOf } from './deal.ts';

export const badgeFields = {
  badges: (page) => someOf(allBadges(page)),
  is_amazon_choice: (page) => shownIn(choiceOf(page), page.at('acBadge_feature_div')),
  amazon_choice_keyword: (page) => page.at('acBadge_feature_div').text('.ac-keyword-link a', '.ac-keyword-link'),
  is_best_seller: (page) => shownIn(rankBadge(page, 'best'), page.at('zeitgeistBadge_feature_div')),
  best_seller_category: (page) => (rankBadge(page, 'best') === undefined ? undefined : rankCategory(page)),
  is_new_release: (page) => shownIn(rankBadge(page, 'new'), page.at('zeitgeistBadge_feature_div')),
  climate_pledge_friendly: (page) => shownIn(climateBadge(page), page.at('climatePledgeFriendlyATF_feature_div')),
  is_small_business: (page) => (smallBusiness(page) === undefined ? undefined : true),
  // No known product page shows this.
  is_sponsored_brand: () => undefined,
  is_adult: (page) => (page.at('adultWarning').exists || page.at('adult-warning').exists ? true : undefined),
  bought_past_month: (page) => boughtPastMonth(page.at('social-proofing-faceout-title-tk_bought').text(), page.locale),
} satisfies FieldGroup<ProductData>;

/** Returns `true` for a badge, `false` for an empty container of badges. */
function shownIn(badge: string | undefined, container: PageBlock): boolean | undefined {
  return badge !== undefined ? true : container.exists ? false : undefined;
}

function allBadges(page: Page): string[] {
  const badges = [
    choiceOf(page),
    rankBadge(page, 'best'),
    rankBadge(page, 'new'),
    climateBadge(page),
    smallBusiness(page),
    dealLabelOf(page),
  ];
  return badges.filter((badge) => badge !== undefined);
}

/** Returns the badge without the keyword next to it. */
function choiceOf(page: Page): string | undefined {
  return page
    .at('acBadge_feature_div')
    .text('.ac-badge-rectangle', '.mvt-ac-badge-rectangle', '[class*="ac-badge-rectangle"]');
}

/** Best sellers and new releases have the same container. The link of the badge shows which it is. */
function rankBadge(page: Page, kind: 'best' | 'new'): string | undefined {
  const container = page.at('zeitgeistBadge_feature_div').first();
  const isNew = /new-releases/.test(container.attr('href', 'a') ?? '') || container.has('[class*="new-release" i]');
  return isNew === (kind === 'new') ? container.text('.badge-link', '.badge-wrapper') : undefined;
}

/** The title of the link is the category. Its text has "in" before the category. */
function rankCategory(page: Page): string | undefined {
  const container = page.at('zeitgeistBadge_feature_div');
  return container.attr('title', '.badge-link') ?? container.text('.cat-link', '.cat-name');
}

function climateBadge(page: Page): string | undefined {
  return page.at('climatePledgeFriendlyBadge').text('.climatePledgeFriendlyProgramName', '.a-size-base', 'a');
}

function smallBusiness(page: Page): string | undefined {
  return page.at('smallBusinessBadge_feature_div').text() ?? page.at('sbBadge_feature_div').text();
}
