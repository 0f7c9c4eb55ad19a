/** The deal of the featured offer (its badge, or a price for members) and its clip-to-apply coupon. */
import type { ProductData } from '../../contract/data/product.ts';
import type { DealBadge } from '../../contract/data/shared.ts';
import { mentions } from '../../locale/index.ts';
import { firstValue } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { liveDeal, membersDeal, readCoupon, readTimestamp } from '../parts/deals.ts';
import { present } from '../parts/present.ts';
import { buyBoxOf, columnOf, ofFeatured, ofOption } from './buybox.ts';

/** Returns the label of the featured offer's deal, also of one that has ended or has not begun. */
export const dealLabelOf = (page: Page): string | undefined =>
  badgesOf(page).flatMap((badge) => badge.text(...LABELS) ?? [])[0] ?? membersLabel(page);

/** Returns the deal that runs on the featured offer. */
export function dealOf(page: Page): DealBadge | undefined {
  const members = membersLabel(page);
  const [deal] = badgesOf(page).flatMap((badge) => dealIn(badge, page) ?? []);
  return deal ?? (members === undefined ? undefined : membersDeal(members));
}

/** The visible labels. The badge also has hidden labels for screen readers, with gaps that a script fills. */
const LABELS = ['#dealBadgeSupportingText', '.dealBadgeTextColor', '.a-badge-text', '.dealBadge'] as const;
const DEAL_ID = /amzn1\.deal\.[\w-]+/;

/** Returns the badges next to the prices of the featured offer, then those of the middle column outside of all prices: they are of the open row. */
function badgesOf(page: Page): PageBlock[] {
  const { shown } = buyBoxOf(page);
  if (shown === undefined) return [];
  const loose = shown.isSelected ? columnOf(page).at(BADGE).all() : [];
  return [
    ...shown.blocks.map((block) => block.at(BADGE).first()),
    ...loose.filter((badge) => !badge.closest('[id^="apex_"]').exists),
  ];
}

const BADGE = 'dealBadge_feature_div';

function dealIn(badge: PageBlock, page: Page): DealBadge | undefined {
  const label = badge.text(...LABELS);
  if (label === undefined) return undefined;
  // The sentence of the terms that names the day of the end.
  const terms = badge.all('.a-popover-preload').flatMap((part) => part.lines());
  const sentence = terms.find((line) => page.locale.dealEnd(line).ends_on !== null);
  const deal = liveDeal({ label, ends_at: endTimestamp(badge, page), endText: sentence ?? label }, page.locale);
  if (deal === undefined) return undefined;
  const deal_id = DEAL_ID.exec(badge.attr('data-csa-c-item-id', '[data-csa-c-item-id]') ?? '')?.[0] ?? null;
  return present({ ...deal, deal_id, ends_on_text: sentence });
}

const CLOCK = '#detailpage-dealBadge-countdown-timer, [data-target-time], time';

/** Reads the countdown, else the page's summary for screen readers. */
function endTimestamp(badge: PageBlock, page: Page): string | undefined {
  const clocks = [badge.find(CLOCK), page.at('pqv-price-deal-end-time').find('time')];
  const values = clocks.flatMap((clock) => [clock.attr('data-target-time'), clock.attr('datetime')]);
  return firstValue(values, readTimestamp);
}

/** Returns the label of a price that only members pay. */
function membersLabel(page: Page): string | undefined {
  const members = buyBoxOf(page).options.find(({ kind }) => kind === 'members');
  return (
    ofOption(members, (block) => block.at('pep_feature_div').text()) ??
    members?.box.text('[id*="Caption"]') ??
    ofFeatured(page, (block) => block.at('pep_feature_div').text())
  );
}

/** Returns the first coupon of the featured offer. A coupon for subscribers is not one of it. */
export function couponOf(page: Page): Exclude<ProductData['coupon'], undefined> | undefined {
  const { product } = page.locale.words;
  const texts = [...promotionBlocks(page).flatMap(couponTexts), ...tableTexts(page)];
  return firstValue(texts, (text) =>
    mentions(text, product.subscription) ? undefined : readCoupon(text, page.locale),
  );
}

/** The blocks of promotions in the middle column and the Buy Box, newest layout first. */
const PROMOTION_BLOCKS = [
  'promoPriceBlockMessage_feature_div',
  'couponsInBuybox_feature_div',
  'vendorPoweredCoupon_feature_div',
];

/** In a Buy Box with rows, a row's promotions are in elements whose id ends with the row's name, or in the row itself. */
function promotionBlocks(page: Page): PageBlock[] {
  const { featured, options } = buyBoxOf(page);
  if (featured === undefined) return [];
  if (options.length === 1) return PROMOTION_BLOCKS.map((id) => page.at(id));
  const isOfRow = (part: PageBlock) => part.attr('id')?.endsWith(`_${featured.name}`) === true;
  return PROMOTION_BLOCKS.flatMap((id) => [
    ...page.at(id).all('[id^="reinvent_price_"]').filter(isOfRow),
    featured.box.at(id),
  ]);
}

/** Other promotions have the ids of coupons and this attribute. */
const NO_COUPON = '[data-csa-c-coupon="false"]';
const COUPONS = '[data-csa-c-coupon="true"], label[id^="couponText"], .couponLabelText, #couponsInBuybox, #vpcButton';

/** The text of a label, or of a label and a message. Own text leaves out the link to the terms. */
function couponTexts(block: PageBlock): string[] {
  const coupons = block.all(COUPONS).filter((one) => !one.closest(NO_COUPON).exists);
  return coupons.flatMap((coupon) => {
    const message = [coupon.ownText('[id^="couponLabel"]'), coupon.ownText('[id^="couponMessage"]')];
    const joined = message.filter((part) => part !== undefined).join(' ');
    const texts = [coupon.ownText('.couponLabelText', 'label[id^="couponText"]'), joined, coupon.ownText()];
    return [...texts.flatMap((text) => text || []), ...coupon.lines()];
  });
}

/** Returns the texts of the row "Coupon:" in the table of prices. Seen 2017 to 2020. */
function tableTexts(page: Page): string[] {
  const [centre] = buyBoxOf(page).featured?.blocks ?? [];
  const rows = (centre?.all('tr') ?? []).map((row) => row.children());
  const isLabel = (text: string | undefined) => page.locale.saysInAnyLanguage(text, ({ product }) => product.coupon);
  const coupons = rows.filter((cells) => cells.nodes.length > 1 && isLabel(cells.first().text()));
  return coupons.flatMap((cells) => cells.all().slice(1)).flatMap((cell) => cell.lines());
}
