/** The featured offer's clip-to-apply coupon. */
import type { ProductData } from '../../contract/data/product.ts';
import { mentions } from '../../locale/index.ts';
import type { Page, PageBlock } from '../page.ts';
import { readCoupon } from '../shared/coupon.ts';
import { buyBoxOf } from './buybox.ts';

/** Returns the first coupon of the featured offer. A coupon for subscribers is not one of it. */
export function couponOf(page: Page): Exclude<ProductData['coupon'], undefined> | undefined {
  const { product, search } = page.locale.words;
  return [...promotionBlocks(page).flatMap(couponTexts), ...tableTexts(page)]
    .filter((text) => !mentions(text, product.subscription) && !mentions(text, search.couponPrice))
    .map((text) => readCoupon(text, page.locale))
    .find((coupon) => coupon !== undefined);
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
    const texts = [coupon.ownText('.couponLabelText', 'label[id^="couponText"]'), joined(message), coupon.ownText()];
    return [...texts.filter((text) => text !== undefined), ...coupon.lines()];
  });
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  return parts.filter((part) => part !== undefined).join(' ') || undefined;
}

/** Returns the texts of the row "Coupon:" in the table of prices. Seen 2017 to 2020. */
function tableTexts(page: Page): string[] {
  const [centre] = buyBoxOf(page).featured?.blocks ?? [];
  const rows = (centre?.all('tr') ?? []).map((row) => row.children());
  const coupons = rows.filter((cells) => cells.nodes.length > 1 && isLabel(cells.first()));
  return coupons.flatMap((cells) =>
    cells
      .all()
      .slice(1)
      .flatMap((cell) => cell.lines()),
  );
}

const isLabel = (cell: PageBlock): boolean =>
  cell.locale.saysInAnyLanguage(cell.text(), ({ product }) => product.coupon);
