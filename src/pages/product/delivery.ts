/** When and where the featured offer is delivered. */
import type { DeliveryKind } from '../../contract/codes.ts';
import type { ProductData } from '../../contract/data/product.ts';
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import { deliveryEstimate } from '../delivery.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { buyBoxOf } from './buybox.ts';

export const deliveryFields = {
  delivery: (page) => someOf(page.once(readPromises).map(({ estimate }) => estimate)),
  delivery_location: readLocation,
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

/** The place that the page was priced for, without the words before it. */
function readLocation(page: Page): string | undefined {
  const label = page.at('contextualIngressPtLabel_deliveryShortLine').first();
  const parts = label.children().texts();
  if (parts.length > 1) return parts.at(-1);
  const line = page.at('glow-ingress-line1').text();
  const lead = leadOf(page, line);
  if (line === undefined || lead === undefined) return undefined;
  const place = page.at('glow-ingress-line2').text();
  // Who is signed in is greeted by name: the place, with its postal code, stands in the second line.
  return /\d/.test(place ?? '') ? place : line.slice(lead.length).trim() || place;
}

/** "Deliver to" before a place; a greeting where no place is known. */
function leadOf(page: Page, line = ''): string | undefined {
  const leads = page.locale.words.product.deliverTo.filter((lead) => line.toLowerCase().startsWith(lead.toLowerCase()));
  return leads.sort((a, b) => b.length - a.length)[0];
}
