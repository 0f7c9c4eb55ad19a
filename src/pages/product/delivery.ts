/** When and where the featured offer is delivered. */
import type { DeliveryKind } from '../../contract/codes.ts';
import type { ProductData } from '../../contract/data/product.ts';
import type { DeliveryEstimate } from '../../contract/data/shared.ts';
import { deliveryEstimate } from '../delivery.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { ofFeatured } from './buybox.ts';

export const deliveryFields = {
  delivery: (page) => someOf(page.once(readPromises).map(({ estimate }) => estimate)),
  delivery_location: readLocation,
} satisfies FieldGroup<ProductData>;

interface Promise {
  estimate: DeliveryEstimate;
  /** The charge as an attribute states it. */
  price: string | undefined;
}

/** Newest layout first. A row of the Buy Box repeats its promise in its header, shorter at times. */
const SLOTS: readonly (readonly [DeliveryKind, readonly string[]])[] = [
  [
    'standard',
    [
      '[id$="slot-PRIMARY_DELIVERY_MESSAGE_LARGE"]',
      '[id*="slot-PRIMARY_DELIVERY_MESSAGE"]',
      '#delivery-message',
      '#ddmDeliveryMessage',
      '#dynamicDeliveryMessage',
    ],
  ],
  [
    'fastest',
    ['[id$="slot-SECONDARY_DELIVERY_MESSAGE_LARGE"]', '[id*="slot-SECONDARY_DELIVERY_MESSAGE"]', '#upsell-message'],
  ],
];

function readPromises(page: Page): Promise[] {
  return SLOTS.flatMap(([kind, places]) => ofFeatured(page, (place) => readSlot(kind, places, place)) ?? []);
}

function readSlot(kind: DeliveryKind, places: readonly string[], on: PageBlock): Promise | undefined {
  for (const selector of places) {
    const slot = on.first(selector);
    const text = slot.text();
    if (text === undefined) continue;
    const time = slot.attr('data-csa-c-delivery-time', '[data-csa-c-delivery-time]');
    const price = slot.attr('data-csa-c-delivery-price', '[data-csa-c-delivery-price]');
    const estimate = deliveryEstimate(kind, text, on.locale, { time, price });
    // "This item cannot be shipped to your location" stands in the place of a promise and is none.
    if (estimate.date_min !== null || estimate.is_free !== null) return { estimate, price };
  }
  return undefined;
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
  return line.slice(lead.length).trim() || page.at('glow-ingress-line2').text();
}

/** "Deliver to" before a place; a greeting where no place is known. */
function leadOf(page: Page, line = ''): string | undefined {
  const leads = page.locale.words.product.deliverTo.filter((lead) => line.toLowerCase().startsWith(lead.toLowerCase()));
  return leads.sort((a, b) => b.length - a.length)[0];
}
