/** Badges that the marketplace gives, and how many were sold of late. */
import type { ProductData } from '../../contract/data/product.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { dealOf } from './deal.ts';

export const badgeFields = {
  badges: (page) => someOf(allBadges(page)),
  is_amazon_choice: (page) => shownIn(choiceOf(page), page.at('acBadge_feature_div')),
  amazon_choice_keyword: (page) => page.at('acBadge_feature_div').text('.ac-keyword-link a', '.ac-keyword-link'),
  is_best_seller: (page) => shownIn(rankBadge(page, 'best'), page.at('zeitgeistBadge_feature_div')),
  best_seller_category: (page) => (rankBadge(page, 'best') === undefined ? undefined : rankCategory(page)),
  is_new_release: (page) => shownIn(rankBadge(page, 'new'), page.at('zeitgeistBadge_feature_div')),
  climate_pledge_friendly: (page) => shownIn(climateBadge(page), page.at('climatePledgeFriendlyATF_feature_div')),
  is_small_business: (page) => (smallBusiness(page) === undefined ? undefined : true),
  // No product page is known to say so.
  is_sponsored_brand: () => undefined,
  is_adult: (page) => (page.at('adultWarning').exists || page.at('adult-warning').exists ? true : undefined),
  bought_past_month: (page) => page.locale.count(page.at('social-proofing-faceout-title-tk_bought').text()),
} satisfies FieldGroup<ProductData>;

/** `true` where the badge is, `false` where only its place is. */
function shownIn(badge: string | undefined, place: PageBlock): boolean | undefined {
  return badge !== undefined ? true : place.exists ? false : undefined;
}

function allBadges(page: Page): string[] {
  const badges = [
    choiceOf(page),
    rankBadge(page, 'best'),
    rankBadge(page, 'new'),
    climateBadge(page),
    smallBusiness(page),
    dealOf(page)?.label,
  ];
  return badges.filter((badge) => badge !== undefined);
}

/** The operator's choice; what it is the choice for stands beside it. */
function choiceOf(page: Page): string | undefined {
  return page
    .at('acBadge_feature_div')
    .text('.ac-badge-rectangle', '.mvt-ac-badge-rectangle', '[class*="ac-badge-rectangle"]');
}

/** A best seller and a new release stand in the same place; the list that the badge links to tells them apart. */
function rankBadge(page: Page, kind: 'best' | 'new'): string | undefined {
  const place = page.at('zeitgeistBadge_feature_div').first();
  const isNew = /new-releases/.test(place.attr('href', 'a') ?? '') || place.has('[class*="new-release" i]');
  return isNew === (kind === 'new') ? place.text('.badge-link', '.badge-wrapper') : undefined;
}

/** The link's title is the category alone; its text has a word for "in" before it. */
function rankCategory(page: Page): string | undefined {
  const place = page.at('zeitgeistBadge_feature_div');
  return place.attr('title', '.badge-link') ?? place.text('.cat-link', '.cat-name');
}

function climateBadge(page: Page): string | undefined {
  return page.at('climatePledgeFriendlyBadge').text('.climatePledgeFriendlyProgramName', '.a-size-base', 'a');
}

/** Seen on no page of the corpus. */
function smallBusiness(page: Page): string | undefined {
  return page.at('smallBusinessBadge_feature_div').text() ?? page.at('sbBadge_feature_div').text();
}
