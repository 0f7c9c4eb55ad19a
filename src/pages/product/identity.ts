/** The ASIN, the title, the brand and the contributors of the product. */
import type { ProductData } from '../../contract/data/product.ts';
import { ParseError } from '../../contract/errors.ts';
import { detectPageType, isAsin } from '../detect.ts';
import { type FieldGroup, someOf } from '../fields.ts';
import type { Page } from '../page.ts';
import { boxOf } from './buybox.ts';
import { brandOf, contributorsOf, formatOf } from './byline.ts';

export const identityFields = {
  asin: asinOf,
  title: (page) => TITLES.map((id) => page.at(id).text()).find((title) => title !== undefined),
  parent_asin: parentOf,
  url: canonicalUrl,
  brand: brandOf,
  contributors: (page) => someOf(contributorsOf(page)),
  format: formatOf,
} satisfies FieldGroup<ProductData>;

/** Ids of the title: on most pages, on mobile pages, of gift cards, of e-books on mobile pages. */
const TITLES = ['productTitle', 'title', 'gc-asin-title', 'ebooksTitle'];

/** Returns the ASIN that the page sells: its own, else the one in the URL. */
export function asinOf(page: Page): string {
  const asin = ownAsin(page) ?? detectPageType(page.url)?.asin;
  if (asin === undefined) throw new ParseError(`the page ${page.url} has no ASIN.`);
  return asin;
}

/** Returns the ASIN in the page: the one of the cart form, even if the URL or the canonical link has the parent's ASIN. */
export function ownAsin(page: Page): string | undefined {
  return page.once(readAsin);
}

function readAsin(page: Page): string | undefined {
  const box = boxOf(page);
  return (
    valid(box.at('ASIN').attr('value') ?? box.attr('value', 'input[name$="[asin]"]', 'input[name="ASIN.0"]')) ??
    valid(page.at('ASIN').attr('value')) ??
    page.scriptValue('landingAsin', LANDING_ASIN) ??
    valid(page.at('averageCustomerReviews').attr('data-asin')) ??
    valid(page.at('title_feature_div').attr('data-csa-c-asin'))
  );
}

const valid = (asin: string | undefined): string | undefined => (isAsin(asin) ? asin : undefined);

const LANDING_ASIN = /["']?landingAsin["']?\s*[:=]\s*["']([A-Z0-9]{10})["']/;
const PARENT_ASIN = /["']?parentAsin["']?\s*[:=]\s*["']([A-Z0-9]{10})["']/;

/** The parent of a product without variations is the product itself. */
function parentOf(page: Page): string | undefined {
  const parent = page.scriptValue('parentAsin', PARENT_ASIN);
  if (parent === undefined || parent !== asinOf(page)) return parent;
  return page.scriptValue('landingAsin', LANDING_ASIN) === undefined ? undefined : parent;
}

/** Returns the canonical link if it is that of a product, else the canonical form of the page's URL. */
export function canonicalUrl(page: Page): string | undefined {
  const url = page.absolute(page.canonicalLink);
  return url !== undefined && detectPageType(url)?.page_type === 'product'
    ? url
    : detectPageType(page.url)?.canonical_url;
}
