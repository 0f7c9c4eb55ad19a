/** The delivery promises of the featured offer, and their location. */
import type { ProductData } from '../../contract/data/product.ts';
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import type { Page } from '../page.ts';
import { promisedCharge } from '../shared/delivery.ts';
import { deliveryLocation } from '../shared/delivery-location.ts';
import { promisedDeliveries } from '../shared/delivery-slots.ts';
import { buyBoxOf } from './buybox.ts';
import { chargeNextToPrice } from './charge.ts';

export const deliveryFields = {
  delivery: (page) => someOf(page.once(readPromises)),
  delivery_location: deliveryLocation,
} satisfies FieldGroup<ProductData>;

/** A charge next to the price is the one of the standard delivery, unless its slot names another one or a condition. */
function readPromises(page: Page): DeliveryEstimate[] {
  const charge = chargeNextToPrice(page);
  return shownPromises(page).map((estimate) => {
    if (estimate.kind !== 'standard' || estimate.is_free !== null || charge === undefined) return estimate;
    return { ...estimate, is_free: charge.isFree && isConditional(page, estimate) ? null : charge.isFree };
  });
}

/** Ids of the blocks with the promises if the Buy Box has none: the middle column, and blocks of mobile pages. */
const OTHER_BLOCKS = [
  'centerCol',
  'deliveryBlockContainer',
  'deliveryBlock_feature_div',
  'dynamicDeliveryMessage_feature_div',
  'fastTrack_feature_div',
];

/** Reads the Buy Box, else the other blocks. If the Buy Box has rows, the middle column belongs to the open one. */
function shownPromises(page: Page): DeliveryEstimate[] {
  const { featured, options } = buyBoxOf(page);
  if (featured === undefined) return [];
  const others = options.length === 1 ? OTHER_BLOCKS : featured.isSelected ? OTHER_BLOCKS.slice(0, 1) : [];
  for (const block of [featured.box, ...others.map((id) => page.at(id).first())]) {
    const promises = block.once(promisedDeliveries);
    if (promises.length > 0) return promises.map(({ estimate }) => estimate);
  }
  return [];
}

/** Whether a promise without a cost is free under a condition. */
function isConditional(page: Page, { text }: DeliveryEstimate): boolean {
  return page.locale.says(text, ({ delivery }) => delivery.free);
}

const isForMembers = (page: Page, { text }: DeliveryEstimate): boolean =>
  page.locale.says(text, ({ delivery }) => delivery.members);

/** Returns what the standard delivery costs: 0 if it is free. `undefined` if the page names no cost, or only the one for members. */
export function shippingCost(page: Page): number | undefined {
  const standard = page.once(readPromises).find(({ kind }) => kind === 'standard');
  if (standard?.is_free === true && isForMembers(page, standard)) return undefined;
  const promised = standard && promisedCharge(standard, page.locale);
  if (promised !== undefined) return promised;
  return standard === undefined || standard.is_free !== null ? chargeNextToPrice(page)?.amount : undefined;
}
