/** The seller, the shipper and the terms of the featured offer. */
import type { ProductData } from '../../contract/data/product.ts';
import { fold, isOneOf, type Locale, mentions, type Phrases, type Words, wordsByLanguage } from '../../locale/index.ts';
import { type FieldGroup, firstValue } from '../engine/fields.ts';
import type { Page, PageBlock } from '../engine/page.ts';
import { present } from '../parts/present.ts';
import {
  decodedOfferId,
  isFulfilledByOperator,
  isOperator,
  type Merchant,
  OFFER_ID_INPUTS,
  USED_OFFER_ID_INPUT,
} from '../parts/sellers.ts';
import { sellerOfHref } from '../urls/links.ts';
import { buyBoxOf, columnOf, formValue, ofFeatured } from './buybox.ts';

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
  const { name, id, href: url } = page.once(merchantOf);
  if (name === undefined) return undefined;
  const is_amazon = isOperator(name, id, page.locale.marketplace) === true;
  return present({ id: is_amazon && url === undefined ? undefined : id, name, url, is_amazon });
}

/** The blocks that can hold the badge, or an invitation to get this offer's delivery as a member. */
const PRIME_BLOCKS =
  '[id*="Badging_feature_div"], [id*="eliveryBlock"], [id*="hippingMessage"], [id^="corePrice"], #pep_feature_div';
const PRIME_SIGNS = '.a-icon-prime, .prime-signup-ingress, [id*="prime-signup"], a[href*="primedp_"]';

function isPrime(page: Page): boolean | undefined {
  const { featured, options } = buyBoxOf(page);
  if (featured === undefined) return undefined;
  // The badge can be next to the promise of the middle column. Seen 2017.
  const promise = options.length === 1 && page.at('promiseBasedBadge_feature_div').has(PRIME_SIGNS);
  return promise || featured.blocks.some((block) => block.find(PRIME_BLOCKS).has(PRIME_SIGNS));
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

const returnPolicyIn = (block: PageBlock): string | undefined =>
  block.at('returnsInfoFeature_feature_div').text('.offer-display-feature-text-message') ??
  tabularRow(block, ({ returns }) => returns)?.text();

/** Icons of other kinds are for payment and delivery. */
const RETURN_ICONS = ['RETURNS_POLICY', 'RETURN_POLICY_HIT'];
/** The policy of this item, then a link that says that returns are free. */
const RETURN_LINKS = ['productSupportAndReturnPolicy-return-policy-anchor-text', 'creturns-policy-anchor-text'];

/** Some icons have only a heading, in any language: "Returns Policy". */
const isHeading = (text: string, { allWords }: Locale): boolean =>
  allWords.some(({ product }) => isOneOf(text, product.returns));

/** Reads the merchant from the first layout that the Buy Box has. Empty without a featured offer. */
function merchantOf(page: Page): Merchant {
  const { featured, options } = buyBoxOf(page);
  if (featured === undefined) return {};
  const formId = formValue(page, ['#merchantID', '#usedMerchantID'], '#usedMerchantID');
  const own = ofFeatured(
    page,
    (block) => fromFeatures(block) ?? fromTable(block) ?? fromSentence(block) ?? fromHead(block) ?? fromLink(block),
  );
  // The sentence can be in the middle column, and describes the open row. Seen 2017 to 2020.
  const centre = options.length === 1 ? page : columnOf(page);
  const merchant = own ?? (featured.isSelected ? (fromSentence(centre) ?? fromLabel(centre)) : undefined) ?? {};
  return { ...merchant, id: sellerOfHref(merchant.href) ?? formId };
}

/** The link to a seller's profile, not to its shipping rates. */
const PROFILE = 'a[href*="seller="]:not([href*="/aag/details"])';

/** Rows with ids. If one merchant sells and ships, the page can have a single row: "Shipper / Seller". */
function fromFeatures(block: PageBlock): Merchant | undefined {
  const seller = block.at('merchantInfoFeature_feature_div').first();
  const text = '.offer-display-feature-text';
  const name = seller.text(`${text} .offer-display-feature-text-message`, text);
  if (name === undefined) return undefined;
  const shipper = block.at('fulfillerInfoFeature_feature_div').text('.offer-display-feature-text-message');
  const isBoth = seller.text('.offer-display-feature-label')?.includes('/') === true;
  return { name, href: seller.attr('href', PROFILE), shipsFrom: shipper ?? (isBoth ? name : undefined) };
}

/** A table with labelled rows. */
function fromTable(block: PageBlock): Merchant | undefined {
  const seller = tabularRow(block, ({ soldBy }) => soldBy);
  const name = nameIn(seller);
  if (name === undefined) return undefined;
  const shipper = tabularRow(block, ({ shipsFrom }) => shipsFrom);
  return { name, href: seller?.attr('href', PROFILE), shipsFrom: nameIn(shipper) };
}

/** A long name is cut in the visible text, and complete in the text for screen readers. A cell can have an element with its own class in it. */
const nameIn = (row: PageBlock | undefined): string | undefined =>
  row?.fullText('.a-truncate-full') ??
  (row?.has('.a-truncate-cut') ? undefined : (row?.text('.tabular-buybox-text') ?? row?.text()));

/**
 * Returns the value of a labelled row in the Buy Box's table. The label is an attribute of the value, or the cell before it. It can be in another
 * language than the page.
 */
function tabularRow(block: PageBlock, labelsIn: (words: Words['product']) => Phrases): PageBlock | undefined {
  const table = block.at('tabular-buybox').first();
  if (!table.exists) return undefined;
  return firstValue(block.locale.allWords, ({ product }) => labelledRow(table, labelsIn(product)));
}

function labelledRow(table: PageBlock, labels: Phrases): PageBlock | undefined {
  const marked = table.find('.tabular-buybox-text[tabular-attribute-name]').all();
  const value = marked.find((row) => mentions(row.attr('tabular-attribute-name'), labels));
  const row = table.all('tr').find((one) => mentions(one.fullText('.tabular-buybox-label'), labels));
  return value ?? row?.first('.tabular-buybox-column');
}

/** The head of a row, also on mobile pages: "Ships from: X", "Sold by: Y". */
function fromHead(block: PageBlock): Merchant | undefined {
  const rows = block.at('sfsb_accordion_head').first().all('.a-row');
  const rowLabelled = (labelsIn: (words: Words['product']) => Phrases) => {
    const row = firstValue(block.locale.allWords, ({ product }) =>
      rows.find((one) => mentions(one.text('span'), labelsIn(product))),
    );
    const [label, ...texts] = row?.find('span').texts() ?? [];
    return texts.find((text) => text !== label);
  };
  const name = rowLabelled(({ soldBy }) => soldBy);
  return name === undefined ? undefined : { name, shipsFrom: rowLabelled(({ shipsFrom }) => shipsFrom) };
}

/** "Sold by X and fulfilled by Amazon.", "Ships from and sold by Amazon.com.": the operator has no profile link. Seen 2015 to 2021. */
function fromSentence(block: PageBlock): Merchant | undefined {
  const sentence = block.at('merchant-info').first();
  const text = sentence.text();
  if (text === undefined) return undefined;
  const link = sentence.first(PROFILE);
  const [operator] = OPERATOR.exec(text) ?? [];
  const name = link.text() ?? sentence.texts('a').find((one) => one.startsWith('Amazon')) ?? operator;
  if (name === undefined) return undefined;
  if (!link.exists && isSoldByOther(text)) return { shipsFrom: operator };
  const isShipper = block.locale.saysInAnyLanguage(text, ({ product }) => product.shipsFrom);
  const others = OPERATOR.exec(text.replace(name, ''))?.[0];
  return { name, href: link.attr('href'), shipsFrom: others ?? (isShipper ? name : undefined) };
}

/** Whether "sold by" is before another name than the operator's: "Sold by Kupfer and Fulfilled by Amazon", without a link to a profile. */
function isSoldByOther(text: string): boolean {
  const folded = fold(text);
  return SOLD_BY.some((phrase) => {
    const at = folded.indexOf(phrase);
    return at >= 0 && !OPERATOR_NEXT.test(folded.slice(at + phrase.length, at + phrase.length + REACH));
  });
}

/** Phrases of a sentence have several words. A single word is a label, and has a colon: "Seller: Kupfer". */
const SOLD_BY = Object.values(wordsByLanguage)
  .flatMap(({ product }) => product.soldBy.map(fold))
  .flatMap((phrase) => (phrase.includes(' ') ? [`${phrase} `, `${phrase}:`] : [`${phrase}:`, `${phrase} :`]));

const OPERATOR_NEXT = /^ ?(?:amazon|أمازون|امازون|アマゾン)/;
/** In characters. */
const REACH = 10;

/** "Amazon", "Amazon.com", "Amazon.co.uk", "Amazon US", and its name in Arabic and Japanese. */
const OPERATOR = /Amazon(?:\.[a-z]{2,3}){0,2}(?: [A-Z]{2}(?!\p{L}))?|أمازون|アマゾン/u;

/** Kindle books, and used goods: the link to the profile, the shipper in a line of its own. */
function fromLink(block: PageBlock): Merchant | undefined {
  const link = block.first(`#sellerProfileTriggerId, [id^="used"] ${PROFILE}`);
  const shown = block.text('.print-sold-by .a-color-base', '#soldByThirdParty a', '#soldByThirdParty');
  // The last of these can also have the price. Seen 2015 to 2020.
  const name = link.text() ?? (block.locale.price(shown) === undefined ? shown : undefined);
  if (name === undefined) return undefined;
  const [operator] = OPERATOR.exec(block.text('[id^="SSOFpopoverLink"]') ?? '') ?? [];
  const shipsFrom = operator ?? (isOperator(name, undefined, block.locale.marketplace) === true ? name : undefined);
  return { name, href: link.attr('href'), shipsFrom };
}

/** Kindle books: the label in bold, then the name. Seen 2019. */
function fromLabel(block: PageBlock): Merchant | undefined {
  const line = block.at('sold-by-merchant').first();
  const label = line.text('b');
  const name = line.ownText();
  const isLabelled = block.locale.saysInAnyLanguage(label, ({ product }) => product.soldBy);
  return name !== undefined && isLabelled ? { name, href: line.attr('href', PROFILE) } : undefined;
}
