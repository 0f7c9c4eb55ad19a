/** The seller's texts: about, and policies. */
import type { Page, PageBlock } from '../page.ts';

/** Some sections are on the page twice, cut and whole. */
const WHOLE = '.spp-expander-more-content';
const NOT_THE_TEXT = ['seller-contact-text', 'seller-contact-button', 'seller-contact-phone'];

/** Returns the text about the seller. */
export function aboutOf(page: Page): string | undefined {
  return (
    page.at('spp-expander-about-seller').text(WHOLE, '.spp-expander-less-content') ??
    page.at('about-seller-text').text() ??
    // Seen 2015 to 2021.
    bodyOf(page.at('about-seller')) ??
    bodyOf(page.at('page-section-about-seller'))
  );
}

/** Returns the return policy. */
export function returnPolicyOf(page: Page): string | undefined {
  return (
    page.at('spp-expander-return-and-refund-policies').text(WHOLE) ??
    bodyOf(page.at('page-section-return-refunds')) ??
    bodyOf(page.at('page-section-return-refund-policies'))
  );
}

/** Returns the shipping policy. */
export function shippingPolicyOf(page: Page): string | undefined {
  return page.at('shipping-policies').text() ?? bodyOf(page.at('page-section-shipping-policies'));
}

/** Returns the text of a section without its heading and without the contact elements of the site. */
function bodyOf(section: PageBlock): string | undefined {
  const whole = section.text(WHOLE);
  if (whole !== undefined) return whole;
  const added = new Set([...section.lines('h1, h2, h3, h4'), ...NOT_THE_TEXT.flatMap((id) => section.at(id).lines())]);
  const text = section
    .lines()
    .filter((line) => !added.has(line))
    .join(' ');
  return text === '' ? undefined : text;
}
