/** The seller, the shipper and the terms of the featured offer. */
import type { ProductData } from '../../contract/data/product.ts';
import { isOneOf, type Locale, mentions } from '../../locale/index.ts';
import type { FieldGroup } from '../fields.ts';
import type { Page, PageBlock } from '../page.ts';
import { decodedOfferId, OFFER_ID_INPUTS, USED_OFFER_ID_INPUT } from '../shared/offer-id.ts';
import { isFulfilledByOperator, isOperator } from '../shared/operator.ts';
import { buyBoxOf, formValue, ofFeatured } from './buybox.ts';
import { merchantOf, tabularRow } from './merchant.ts';

export const saleFields = {
  seller: readSeller,
  offer_id: (page) => decodedOfferId(formValue(page, OFFER_ID_INPUTS, USED_OFFER_ID_INPUT)),
  ships_from: (page) => page.once(merchantOf).shipsFrom,
  is_fba: (page) => isFulfilledByOperator(page.once(merchantOf), page.locale.marketplace),
  is_prime: isPrime,
  condition: (page) => ofFeatured(page, conditionIn),
  return_policy: returnPolicy,
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

/** The caption of a row, then the headings of older layouts: Seen 2017 to 2024. */
const HEADINGS = [
  '[id*="AccordionCaption"]',
  '#usedbuyBox strong',
  '#usedBuyBoxCondition_feature_div strong',
  '#usedBuySection',
  '#buyNewSection',
  '#buyNew_cbb',
  '#newBuyingOption',
] as const;

/** Returns a condition code, else the heading of the page: "Renewed". The heading of a row can be about something other than the condition. */
function conditionIn(block: PageBlock): string | undefined {
  const heading = block.text(...HEADINGS);
  const condition = block.locale.condition(heading);
  if (condition !== null) return condition;
  const isOther = mentions(heading, block.locale.words.conditions.other);
  return isOther || block.has('[id^="used"][id*="Caption"], [id^="renewed"][id*="Caption"]') ? heading : undefined;
}

/** The policy in the Buy Box, in the row of icons, or next to the price. */
function returnPolicy(page: Page): string | undefined {
  if (buyBoxOf(page).featured === undefined) return undefined;
  const icons = RETURN_ICONS.flatMap((id) => page.at(id).texts());
  const links = RETURN_LINKS.flatMap((id) => page.at(id).texts());
  return ofFeatured(page, returnPolicyIn) ?? [...icons.filter((text) => !isHeading(text, page.locale)), ...links][0];
}

function returnPolicyIn(block: PageBlock): string | undefined {
  return (
    block.at('returnsInfoFeature_feature_div').text('.offer-display-feature-text-message') ??
    tabularRow(block, ({ returns }) => returns)?.text()
  );
}

/** Icons of other kinds are for payment and delivery. */
const RETURN_ICONS = ['RETURNS_POLICY', 'RETURN_POLICY_HIT'];
/** The policy of this item, then a link that says that returns are free. */
const RETURN_LINKS = ['productSupportAndReturnPolicy-return-policy-anchor-text', 'creturns-policy-anchor-text'];

/** Some icons have only a heading, in any language: "Returns Policy". */
const isHeading = (text: string, { allWords }: Locale): boolean =>
  allWords.some(({ product }) => isOneOf(text, product.returns));
