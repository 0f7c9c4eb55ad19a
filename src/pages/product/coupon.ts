/** Clip-to-apply coupons: the site's own coupon component alone counts, other promotions are sentences. */
import type { ProductData } from '../../contract/data/product.ts';
import { mentions } from '../../locale/index.ts';
import type { Page, PageBlock } from '../page.ts';
import { readCoupon } from '../shared/coupon.ts';
import { buyBoxOf } from './buybox.ts';

/** The featured offer's coupon; one for subscribers alone is none of it. */
export function couponOf(page: Page): Exclude<ProductData['coupon'], undefined> | undefined {
  return promotionsOf(page)
    .flatMap(couponTexts)
    .filter((text) => !mentions(text, page.locale.words.product.subscription))
    .map((text) => readCoupon(text, page.locale))
    .find((coupon) => coupon !== undefined);
}

/** In the middle column and in the Buy Box, newest first. */
const PLACES = ['promoPriceBlockMessage_feature_div', 'couponsInBuybox_feature_div', 'vendorPoweredCoupon_feature_div'];

/** Where the Buy Box has rows, their promotions stand in parts that end with the row's name, or in the row itself. */
function promotionsOf(page: Page): PageBlock[] {
  const { featured, options } = buyBoxOf(page);
  if (featured === undefined) return [];
  if (options.length === 1) return PLACES.map((id) => page.at(id));
  const part = `[id^="reinvent_price_"][id$="_${featured.name}"]`;
  return PLACES.flatMap((id) => [page.at(id).find(part), featured.box.at(id)]);
}

/** Other promotions wear the coupon's ids, and say that they are none. */
const NO_COUPON = '[data-csa-c-coupon="false"]';
const COUPONS = '[data-csa-c-coupon="true"], label[id^="couponText"], .couponLabelText, #couponsInBuybox, #vpcButton';

/** The words of one label, or of a label and a message; the link to the terms stands in the own text of neither. */
function couponTexts(place: PageBlock): string[] {
  const coupons = place
    .find(COUPONS)
    .all()
    .filter((one) => !one.closest(NO_COUPON).exists);
  return coupons.flatMap((coupon) => {
    const message = [coupon.ownText('[id^="couponLabel"]'), coupon.ownText('[id^="couponMessage"]')];
    const texts = [coupon.ownText('.couponLabelText', 'label[id^="couponText"]'), joined(message), coupon.ownText()];
    return [...texts.filter((text) => text !== undefined), ...coupon.lines()];
  });
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  const present = parts.filter((part) => part !== undefined);
  return present.length === 0 ? undefined : present.join(' ');
}
