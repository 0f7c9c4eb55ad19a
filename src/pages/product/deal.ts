/** The deal badge of the featured offer, or the price for members that stands beside it (specification, DealBadge). */
import type { DealBadge } from '../../contract/data/shared.ts';
import type { Page, PageBlock } from '../page.ts';
import { momentText } from '../shared/struck-prices.ts';
import { buyBoxOf, ofFeatured, ofOption } from './buybox.ts';

/** The deal that runs on the featured offer. */
export function dealOf(page: Page): DealBadge | undefined {
  return ofOption(buyBoxOf(page).shown, (place) => badgeIn(place, page)) ?? membersDeal(page);
}

/** Labels for screen readers stand hidden in the badge, with gaps that a script fills. */
const LABELS = ['#dealBadgeSupportingText', '.dealBadgeTextColor', '.a-badge-text', '.dealBadge'];

function badgeIn(place: PageBlock, page: Page): DealBadge | undefined {
  const badge = place.at('dealBadge_feature_div').first();
  const label = badge.text(...LABELS);
  if (label === undefined) return undefined;
  const terms = endSentence(badge);
  const ends_at = endMoment(badge, page);
  const ends_on = ends_at?.slice(0, 10) ?? page.locale.dealEnd(terms ?? label).ends_on;
  return {
    kind: page.locale.dealKind(label),
    label,
    deal_id: DEAL_ID.exec(badge.attr('data-csa-c-item-id', '[data-csa-c-item-id]') ?? '')?.[0] ?? null,
    ends_at: ends_at ?? null,
    ends_on,
    ends_in_days: ends_on === null ? null : Math.max(0, page.locale.daysUntil(ends_on)),
    ...(terms === undefined ? {} : { ends_on_text: terms }),
  };
}

const DEAL_ID = /amzn1\.deal\.[\w-]+/;
/** The badge's own clock, as other pages of the site have it, and the summary of the page for screen readers. */
const CLOCK = '#detailpage-dealBadge-countdown-timer, [data-target-time], time';
const MOMENTS = ['data-target-time', 'datetime'];

function endMoment(badge: PageBlock, page: Page): string | undefined {
  const clocks = [badge.find(CLOCK), page.at('pqv-price-deal-end-time').find('time')];
  for (const clock of clocks) {
    for (const name of MOMENTS) {
      const moment = momentOf(clock.attr(name));
      if (moment !== undefined) return moment;
    }
  }
  return undefined;
}

/** Milliseconds since 1970, or a date with a time. */
function momentOf(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{13}$|^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) return undefined;
  return momentText(new Date(/^\d+$/.test(text) ? Number(text) : text));
}

/** The sentence of the deal's terms that names the day of its end. */
function endSentence(badge: PageBlock): string | undefined {
  const lines = badge
    .find('.a-popover-preload')
    .all()
    .flatMap((terms) => terms.lines());
  return lines.find((line) => badge.locale.dealEnd(line).ends_on !== null);
}

/** A price for members alone is a deal of theirs (design §5.13). */
function membersDeal(page: Page): DealBadge | undefined {
  const members = buyBoxOf(page).options.find(({ kind }) => kind === 'members');
  const label =
    ofOption(members, (place) => place.at('pep_feature_div').text()) ??
    members?.box.text('[id*="Caption"]') ??
    ofFeatured(page, (place) => place.at('pep_feature_div').text());
  if (label === undefined) return undefined;
  return { kind: 'prime_exclusive', label, deal_id: null, ends_at: null, ends_on: null, ends_in_days: null };
}
