/** How the pages of a living marketplace show values. */
import { addDays, dayIn } from '../../locale/calendar.ts';
import { marketplaces } from '../../locale/index.ts';
import type { LivingOffer } from './state.ts';

/** The site of every living marketplace. */
const SITE = marketplaces.us;

/** Up to this number the page says how many items are left. */
export const FEW_LEFT = 10;

const DAY_FORMAT = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Returns when an offer arrives that is ordered at a time. */
export function promiseOf({ sellerId, shipping, isFba }: LivingOffer, now: number): string {
  // Sellers differ, and each is always as fast.
  const days = (isFba ? 2 : 4) + (sellerId.charCodeAt(1) % 3);
  const day = addDays(dayIn(new Date(now), SITE.timeZone), days);
  const cost = shipping === 0 ? 'FREE' : dollars(shipping);
  return `${cost} delivery ${DAY_FORMAT.format(new Date(day))}`;
}

/** Returns an amount as the page shows it: `$1,234.50`. */
export const dollars: (amount: number) => string = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
}).format;

/** Returns a number as the page shows it: `1,234`. */
export const grouped: (number: number) => string = new Intl.NumberFormat('en-US').format;

/** Returns the id of an offer. */
export function offerIdOf(asin: string, { sellerId }: LivingOffer): string {
  return `${asin}${sellerId}`;
}

/** Returns the URL of a product's image. */
export function imageUrl(asin: string): string {
  return `https://m.media-amazon.com/images/I/71${asin}._AC_SL1500_.jpg`;
}

/** Returns a price block of a page. */
export function priceHtml(amount: number): string {
  const [whole = '', fraction = ''] = dollars(amount).slice(1).split('.');
  return `<span class="a-price" data-a-size="xl" data-a-color="base"><span class="a-offscreen">${dollars(amount)}</span><span aria-hidden="true"><span class="a-price-symbol">$</span><span class="a-price-whole">${whole}<span class="a-price-decimal">.</span></span><span class="a-price-fraction">${fraction}</span></span></span>`;
}
