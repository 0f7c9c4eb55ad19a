/** The delivery location: a page shows the prices and promises for it. */
import type { Page } from '../page.ts';

/** Returns the location as the page names it, without the words before it. `undefined` if the page names none. */
export function deliveryLocation(page: Page): string | undefined {
  const label = page.at('contextualIngressPtLabel_deliveryShortLine').first();
  const parts = label.children().texts();
  if (parts.length > 1) return parts.at(-1);
  const line = page.at('glow-ingress-line1').text();
  const lead = leadOf(page, line);
  if (line === undefined || lead === undefined) return undefined;
  const secondLine = page.at('glow-ingress-line2').text();
  // For a signed-in shopper the first line has the name, and the second one the location with its postal code.
  return /\d/.test(secondLine ?? '') ? secondLine : line.slice(lead.length).trim() || secondLine;
}

/** Returns the words before the location, "Deliver to". `undefined` for another line, such as a greeting. */
function leadOf(page: Page, line = ''): string | undefined {
  const leads = page.locale.words.product.deliverTo.filter((lead) => line.toLowerCase().startsWith(lead.toLowerCase()));
  return leads.sort((a, b) => b.length - a.length)[0];
}
