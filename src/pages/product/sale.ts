/** The seller, the shipper and the terms of the featured offer. */
import type { ProductData } from '../../contract/data/product.ts';
import { mentions } from '../../locale/index.ts';
import type { FieldGroup } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { decodedOfferId, OFFER_ID_INPUTS } from '../shared/offer-id.ts';
import { isFulfilledByOperator, isOperator } from '../shared/operator.ts';
import { buyBoxOf, formValue, ofFeatured } from './buybox.ts';
import { merchantOf, tabularRow } from './merchant.ts';

export const saleFields = {
  seller: readSeller,
  offer_id: (page) => decodedOfferId(formValue(page, OFFER_ID_INPUTS)),
  ships_from: (page) => page.once(merchantOf).shipsFrom,
  is_fba: (page) => isFulfilledByOperator(page.once(merchantOf), page.locale.marketplace),
  is_prime: isPrime,
  condition: (page) => ofFeatured(page, conditionIn),
  return_policy: (page) => ofFeatured(page, returnPolicyIn),
} satisfies FieldGroup<ProductData>;

/** The form names the operator by its id too. Its profile has an id only if the page links it: that of a foreign arm. */
function readSeller(page: Page): ProductData['seller'] | undefined {
  const { name, id, href } = page.once(merchantOf);
  if (name === undefined) return undefined;
  const is_amazon = isOperator(name, id, page.locale.marketplace) === true;
  return {
    ...(id === undefined || (is_amazon && href === undefined) ? {} : { id }),
    name,
    ...(href === undefined ? {} : { url: href }),
    is_amazon,
  };
}

/** The blocks that can hold the badge, or an invitation to get this offer's delivery as a member. */
const PRIME_BLOCKS =
  '[id*="Badging_feature_div"], [id*="eliveryBlock"], [id*="hippingMessage"], [id^="corePrice"], #pep_feature_div';
const PRIME_SIGNS = '.a-icon-prime, .prime-signup-ingress, [id*="prime-signup"], a[href*="primedp_"]';

function isPrime(page: Page): boolean | undefined {
  const { featured } = buyBoxOf(page);
  return featured?.blocks.some((block) => block.find(PRIME_BLOCKS).has(PRIME_SIGNS));
}

/** Returns a condition code, else the heading of the page: "Renewed". The heading of a row can be about something other than the condition. */
function conditionIn(block: PageBlock): string | undefined {
  const heading = block.text('[id*="AccordionCaption"]', '#usedbuyBox strong', '#usedBuySection');
  const condition = block.locale.condition(heading);
  if (condition !== null) return condition;
  const isOther = mentions(heading, block.locale.words.conditions.other);
  return isOther || block.has('[id^="used"][id*="Caption"], [id^="renewed"][id*="Caption"]') ? heading : undefined;
}

function returnPolicyIn(block: PageBlock): string | undefined {
  return (
    block.at('returnsInfoFeature_feature_div').text('.offer-display-feature-text-message') ??
    tabularRow(block, block.locale.words.product.returns)?.text() ??
    block.text('#productSupportAndReturnPolicy-return-policy-anchor-text')
  );
}
