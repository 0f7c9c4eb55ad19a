/** The place that a page was priced for. */
import type { Page } from '../page.ts';

/** The page's own word on the place, without the words before it; `undefined` when it names none. */
export function deliveryPlaceOf(page: Page): string | undefined {
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
