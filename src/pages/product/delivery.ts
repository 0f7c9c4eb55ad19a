/** When and where the featured offer is delivered. */
import type { DeliveryKind } from '../../contract/codes.ts';
import type { ProductData } from '../../contract/data/product.ts';
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { deliveryEstimate } from '../shared/delivery.ts';
import { deliveryPlaceOf } from '../shared/delivery-location.ts';
import { buyBoxOf } from './buybox.ts';

export const deliveryFields = {
  delivery: (page) => someOf(page.once(readPromises).map(({ estimate }) => estimate)),
  delivery_location: deliveryPlaceOf,
} satisfies FieldGroup<ProductData>;

interface Promise {
  estimate: DeliveryEstimate;
  /** The charge as an attribute states it. */
  price: string | undefined;
}

/** The slots of the block; a row of the Buy Box repeats it in its header, shorter at times. */
const SLOTS = [
  ['standard', ['[id$="slot-PRIMARY_DELIVERY_MESSAGE_LARGE"]', '[id*="slot-PRIMARY_DELIVERY_MESSAGE"]']],
  ['fastest', ['[id$="slot-SECONDARY_DELIVERY_MESSAGE_LARGE"]', '[id*="slot-SECONDARY_DELIVERY_MESSAGE"]']],
] as const;

/** The lines of older layouts. */
const LINES = ['delivery-message', 'ddmDeliveryMessage', 'dynamicDeliveryMessage'];

/** In the Buy Box; where it has no rows, some layouts have them in the middle column. */
function readPromises(page: Page): Promise[] {
  const { featured, options } = buyBoxOf(page);
  if (featured === undefined) return [];
  const own = promisesIn(featured.box);
  return own.length > 0 || options.length > 1 ? own : promisesIn(page.at('centerCol'));
}

function promisesIn(place: PageBlock): Promise[] {
  const promises = SLOTS.flatMap(([kind, selectors]) => {
    const slots = selectors.map((selector) => place.first(selector));
    return readFirst(kind, slots);
  });
  const lines = LINES.map((id) => place.at(id).first());
  return promises.length > 0 ? promises : readFirst('standard', lines);
}

function readFirst(kind: DeliveryKind, slots: readonly PageBlock[]): Promise[] {
  for (const slot of slots) {
    const time = slot.attr('data-csa-c-delivery-time', '[data-csa-c-delivery-time]');
    const price = slot.attr('data-csa-c-delivery-price', '[data-csa-c-delivery-price]');
    const text = slot.text();
    if (text === undefined) continue;
    const estimate = deliveryEstimate(kind, text, slot.locale, { time, price });
    // "This item cannot be shipped to your location" stands in the place of a promise and is none.
    if (estimate.date_min !== null || estimate.is_free !== null) return [{ estimate, price }];
  }
  return [];
}

/** What the standard delivery costs: 0 for a free one, nothing where no charge is named. */
export function shippingCost(page: Page): number | undefined {
  const standard = page.once(readPromises).find(({ estimate }) => estimate.kind === 'standard');
  if (standard === undefined || standard.estimate.is_free === null) return undefined;
  if (standard.estimate.is_free) return 0;
  return (page.locale.price(standard.price) ?? page.locale.price(standard.estimate.text))?.amount;
}
