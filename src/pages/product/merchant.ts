/** The seller and the shipper of the featured offer. */
import { mentions } from '../../locale/index.ts';
import { sellerOfHref } from '../detect.ts';
import type { Page, PageBlock } from '../page.ts';
import { isOperator, type Merchant } from '../shared/operator.ts';
import { buyBoxOf, formValue, ofFeatured } from './buybox.ts';

/** Reads the merchant from the first layout that the Buy Box has. Empty without a featured offer. */
export function merchantOf(page: Page): Merchant {
  const { featured, options } = buyBoxOf(page);
  if (featured === undefined) return {};
  const formId = formValue(page, ['#merchantID', '#usedMerchantID']);
  const own = ofFeatured(
    page,
    (block) => fromFeatures(block) ?? fromTable(block) ?? fromSentence(block) ?? fromLink(block),
  );
  // In the oldest layout the sentence is in the middle column.
  const merchant = own ?? (options.length === 1 ? fromSentence(page) : undefined) ?? {};
  return { ...merchant, id: sellerOfHref(merchant.href) ?? formId };
}

/** Rows with ids. If one merchant sells and ships, the page can have a single row: "Shipper / Seller". */
function fromFeatures(block: PageBlock): Merchant | undefined {
  const seller = block.at('merchantInfoFeature_feature_div').first();
  const name = seller.text(
    '.offer-display-feature-text .offer-display-feature-text-message',
    '.offer-display-feature-text',
  );
  if (name === undefined) return undefined;
  const shipper = block.at('fulfillerInfoFeature_feature_div').text('.offer-display-feature-text-message');
  const isBoth = seller.text('.offer-display-feature-label')?.includes('/') === true;
  return { name, href: seller.attr('href', 'a[href*="seller="]'), shipsFrom: shipper ?? (isBoth ? name : undefined) };
}

/** A table with labelled rows. */
function fromTable(block: PageBlock): Merchant | undefined {
  const { soldBy, shipsFrom } = block.locale.words.product;
  const seller = tabularRow(block, soldBy);
  const name = nameIn(seller);
  if (seller === undefined || name === undefined) return undefined;
  return { name, href: seller.attr('href', 'a[href*="seller="]'), shipsFrom: nameIn(tabularRow(block, shipsFrom)) };
}

/** A long name is cut in the visible text, and complete in the text for screen readers. */
const nameIn = (row: PageBlock | undefined): string | undefined => row?.fullText('.a-truncate-full') ?? row?.text();

/** Returns the value of a labelled row in the Buy Box's table. The label is an attribute of the value, or the cell before it. */
export function tabularRow(block: PageBlock, labels: readonly string[]): PageBlock | undefined {
  const table = block.at('tabular-buybox').first();
  const marked = table.find('.tabular-buybox-text[tabular-attribute-name]').all();
  const value = marked.find((row) => mentions(row.attr('tabular-attribute-name'), labels));
  const row = table.all('tr').find((one) => mentions(one.fullText('.tabular-buybox-label'), labels));
  return value ?? row?.first('.tabular-buybox-column');
}

/** "Sold by X and fulfilled by Amazon.", "Ships from and sold by Amazon.com.": the operator has no profile link. */
function fromSentence(block: PageBlock): Merchant | undefined {
  const sentence = block.at('merchant-info').first();
  const text = sentence.text();
  if (text === undefined) return undefined;
  const link = sentence.first('a[href*="seller="]');
  const [operator] = OPERATOR.exec(text) ?? [];
  const name = link.text() ?? sentence.texts('a').find((one) => one.startsWith('Amazon')) ?? operator;
  if (name === undefined) return undefined;
  const others = OPERATOR.exec(text.replace(name, ''))?.[0];
  const shipsToo = mentions(text, block.locale.words.product.shipsFrom) ? name : undefined;
  return { name, href: link.attr('href'), shipsFrom: others ?? shipsToo };
}

/** "Amazon", "Amazon.com", "Amazon.co.uk", "Amazon US". */
const OPERATOR = /Amazon(?:\.[a-z]{2,3}){0,2}(?: [A-Z]{2}(?!\p{L}))?/u;

/** Kindle books, and a Buy Box with used goods only. */
function fromLink(block: PageBlock): Merchant | undefined {
  const link = block.first('#sellerProfileTriggerId');
  const name = link.text() ?? block.text('.print-sold-by .a-color-base', '#soldByThirdParty a', '#soldByThirdParty');
  if (name === undefined) return undefined;
  const shipsFrom = isOperator(name, undefined, block.locale.marketplace) === true ? name : undefined;
  return { name, href: link.attr('href'), shipsFrom };
}
