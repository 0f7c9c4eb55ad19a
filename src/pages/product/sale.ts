/** Who sells and ships the featured offer, and on which terms. */
import type { ProductData } from '../../contract/data/product.ts';
import { mentions } from '../../locale/index.ts';
import type { FieldGroup } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { decodedId, OFFER_ID_INPUTS } from '../shared/offer-id.ts';
import { isOperator } from '../shared/operator.ts';
import { buyBoxOf, formValue, ofFeatured } from './buybox.ts';
import { merchantOf, tabularRow } from './merchant.ts';

export const saleFields = {
  seller: readSeller,
  offer_id: (page) => decodedId(formValue(page, OFFER_ID_INPUTS)),
  ships_from: (page) => page.once(merchantOf).shipsFrom,
  is_fba: isFulfilledByOperator,
  is_prime: isPrime,
  condition: (page) => ofFeatured(page, conditionIn),
  return_policy: (page) => ofFeatured(page, returnPolicyIn),
} satisfies FieldGroup<ProductData>;

function readSeller(page: Page): ProductData['seller'] | undefined {
  const { name, id, href } = page.once(merchantOf);
  if (name === undefined) return undefined;
  const is_amazon = isOperator(name, id, page.locale.marketplace) === true;
  return {
    ...(id === undefined || is_amazon ? {} : { id }),
    name,
    ...(href === undefined ? {} : { url: href }),
    is_amazon,
  };
}

function isFulfilledByOperator(page: Page): boolean | undefined {
  const { name, id, href, shipsFrom } = page.once(merchantOf);
  const { marketplace } = page.locale;
  if (isOperator(name, id, marketplace) === true) return true;
  if (/[?&]isAmazonFulfilled=1(?:&|$)/.test(href ?? '')) return true;
  return (
    isOperator(shipsFrom, undefined, marketplace) ??
    (/[?&]isAmazonFulfilled=0(?:&|$)/.test(href ?? '') ? false : undefined)
  );
}

/** Where the badge stands, or an invitation to become a member for the sake of this offer's delivery. */
const PRIME_PLACES =
  '[id*="Badging_feature_div"], [id*="eliveryBlock"], [id*="hippingMessage"], [id^="corePrice"], #pep_feature_div';
const PRIME_SIGNS = '.a-icon-prime, .prime-signup-ingress, [id*="prime-signup"], a[href*="primedp_"]';

function isPrime(page: Page): boolean | undefined {
  const { featured } = buyBoxOf(page);
  return featured?.places.some((place) => place.find(PRIME_PLACES).has(PRIME_SIGNS));
}

/** One of the specification's, else the page's words: "Renewed". A row's heading can name the way to buy instead. */
function conditionIn(place: PageBlock): string | undefined {
  const heading = place.text('[id*="AccordionCaption"]', '#usedbuyBox strong', '#usedBuySection');
  const condition = place.locale.condition(heading);
  if (condition !== null) return condition;
  const isOther = mentions(heading, place.locale.words.conditions.other);
  return isOther || place.has('[id^="used"][id*="Caption"], [id^="renewed"][id*="Caption"]') ? heading : undefined;
}

function returnPolicyIn(place: PageBlock): string | undefined {
  return (
    place.at('returnsInfoFeature_feature_div').text('.offer-display-feature-text-message') ??
    tabularRow(place, place.locale.words.product.returns)?.text() ??
    place.text('#productSupportAndReturnPolicy-return-policy-anchor-text')
  );
}
