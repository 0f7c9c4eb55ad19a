/** The delivery promises of the featured offer, and their location. */
import type { DeliveryKind } from '../../contract/codes.ts';
import type { ProductData } from '../../contract/data/product.ts';
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { deliveryEstimate, promisedCharge, shownPromise } from '../shared/delivery.ts';
import { deliveryLocation } from '../shared/delivery-location.ts';
import { buyBoxOf } from './buybox.ts';

export const deliveryFields = {
  delivery: (page) => someOf(page.once(readPromises).map(({ estimate }) => estimate)),
  delivery_location: deliveryLocation,
} satisfies FieldGroup<ProductData>;

interface ReadPromise {
  estimate: DeliveryEstimate;
  /** The charge in the attributes of the slot. */
  price: string | undefined;
}

/** The slots of the delivery block. A row of the Buy Box repeats the block in its header, sometimes shorter. */
const SLOTS = [
  ['standard', ['[id$="slot-PRIMARY_DELIVERY_MESSAGE_LARGE"]', '[id*="slot-PRIMARY_DELIVERY_MESSAGE"]']],
  ['fastest', ['[id$="slot-SECONDARY_DELIVERY_MESSAGE_LARGE"]', '[id*="slot-SECONDARY_DELIVERY_MESSAGE"]']],
] as const;

/** The ids of the delivery line in older layouts. */
const LINES = ['delivery-message', 'ddmDeliveryMessage', 'dynamicDeliveryMessage'];

/** Reads the Buy Box. If it has no rows, the delivery block can be in the middle column instead. */
function readPromises(page: Page): ReadPromise[] {
  const { featured, options } = buyBoxOf(page);
  if (featured === undefined) return [];
  const own = promisesIn(featured.box);
  return own.length > 0 || options.length > 1 ? own : promisesIn(page.at('centerCol'));
}

function promisesIn(block: PageBlock): ReadPromise[] {
  const promises = SLOTS.flatMap(([kind, selectors]) => {
    const slots = selectors.map((selector) => block.first(selector));
    return readFirst(kind, slots);
  });
  const lines = LINES.map((id) => block.at(id).first());
  return promises.length > 0 ? promises : readFirst('standard', lines);
}

function readFirst(kind: DeliveryKind, slots: readonly PageBlock[]): ReadPromise[] {
  for (const slot of slots) {
    const shown = shownPromise(slot);
    const estimate = shown && deliveryEstimate(kind, shown, slot.locale);
    if (estimate !== undefined) return [{ estimate, price: shown?.stated?.price }];
  }
  return [];
}

/** Returns what the standard delivery costs: 0 if it is free. `undefined` if the page names no cost. */
export function shippingCost(page: Page): number | undefined {
  const standard = page.once(readPromises).find(({ estimate }) => estimate.kind === 'standard');
  return standard && promisedCharge(standard.estimate, page.locale, standard);
}
