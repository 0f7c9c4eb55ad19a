/** The delivery promises of the featured offer, and their location. */
import type { ProductData } from '../../contract/data/product.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import type { Page } from '../page.ts';
import { promisedCharge } from '../shared/delivery.ts';
import { deliveryLocation } from '../shared/delivery-location.ts';
import { type PromisedDelivery, promisedDeliveries } from '../shared/delivery-slots.ts';
import { buyBoxOf } from './buybox.ts';

export const deliveryFields = {
  delivery: (page) => someOf(page.once(readPromises).map(({ estimate }) => estimate)),
  delivery_location: deliveryLocation,
} satisfies FieldGroup<ProductData>;

/**
 * Reads the Buy Box. The delivery block can be in the middle column instead. If the Buy Box has rows, that block belongs to the open one.
 */
function readPromises(page: Page): PromisedDelivery[] {
  const { featured, options } = buyBoxOf(page);
  if (featured === undefined) return [];
  const own = promisedDeliveries(featured.box);
  if (own.length > 0 || (options.length > 1 && !featured.isSelected)) return own;
  return promisedDeliveries(page.at('centerCol'));
}

/** Returns what the standard delivery costs: 0 if it is free. `undefined` if the page names no cost. */
export function shippingCost(page: Page): number | undefined {
  const standard = page.once(readPromises).find(({ estimate }) => estimate.kind === 'standard');
  return standard && promisedCharge(standard.estimate, page.locale);
}
