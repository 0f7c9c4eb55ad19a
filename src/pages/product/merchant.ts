/** Who sells and who ships the featured offer. */
import { mentions } from '../../locale/index.ts';
import { sellerOfHref } from '../detect.ts';
import type { Page, PageBlock } from '../page.ts';
import { isOperator } from '../shared/operator.ts';
import { buyBoxOf, formValue, ofFeatured } from './buybox.ts';

/** What the page says of the merchants. */
export interface Merchant {
  name?: string | undefined;
  id?: string | undefined;
  /** The seller's profile, as the page links it. */
  href?: string | undefined;
  shipsFrom?: string | undefined;
}

/** Empty without a featured offer. */
export function merchantOf(page: Page): Merchant {
  const { featured, options } = buyBoxOf(page);
  if (featured === undefined) return {};
  const formId = formValue(page, ['#merchantID', '#usedMerchantID']);
  const own = ofFeatured(
    page,
    (place) => fromFeatures(place) ?? fromTable(place) ?? fromSentence(place) ?? fromLink(place),
  );
  // The oldest layout has the sentence in the middle column.
  const merchant = own ?? (options.length === 1 ? fromSentence(page) : undefined) ?? {};
  return { ...merchant, id: sellerOfHref(merchant.href) ?? formId };
}

/** Rows with an id each; where one merchant does both, a single row labelled "Shipper / Seller". */
function fromFeatures(place: PageBlock): Merchant | undefined {
  const seller = place.at('merchantInfoFeature_feature_div').first();
  const name = seller.text(
    '.offer-display-feature-text .offer-display-feature-text-message',
    '.offer-display-feature-text',
  );
  if (name === undefined) return undefined;
  const shipper = place.at('fulfillerInfoFeature_feature_div').text('.offer-display-feature-text-message');
  const isBoth = seller.text('.offer-display-feature-label')?.includes('/') === true;
  return { name, href: seller.attr('href', 'a[href*="seller="]'), shipsFrom: shipper ?? (isBoth ? name : undefined) };
}

/** A table whose rows carry their labels. */
function fromTable(place: PageBlock): Merchant | undefined {
  const { soldBy, shipsFrom } = place.locale.words.product;
  const seller = tabularRow(place, soldBy);
  const name = nameIn(seller);
  if (seller === undefined || name === undefined) return undefined;
  return { name, href: seller.attr('href', 'a[href*="seller="]'), shipsFrom: nameIn(tabularRow(place, shipsFrom)) };
}

/** A long name is cut for the eye, and whole for screen readers. */
const nameIn = (row: PageBlock | undefined): string | undefined => row?.fullText('.a-truncate-full') ?? row?.text();

/** The value beside a label in the Buy Box's table: both carry the label, or stand in a row of cells. */
export function tabularRow(place: PageBlock, labels: readonly string[]): PageBlock | undefined {
  const table = place.at('tabular-buybox').first();
  const marked = table.find('.tabular-buybox-text[tabular-attribute-name]').all();
  const value = marked.find((row) => mentions(row.attr('tabular-attribute-name'), labels));
  const row = table.all('tr').find((one) => mentions(one.fullText('.tabular-buybox-label'), labels));
  return value ?? row?.first('.tabular-buybox-column');
}

/** "Sold by X and fulfilled by Amazon.", "Ships from and sold by Amazon.com.": the operator has no profile to link to. */
function fromSentence(place: PageBlock): Merchant | undefined {
  const sentence = place.at('merchant-info').first();
  const text = sentence.text();
  if (text === undefined) return undefined;
  const link = sentence.first('a[href*="seller="]');
  const [operator] = OPERATOR.exec(text) ?? [];
  const name = link.text() ?? sentence.texts('a').find((one) => one.startsWith('Amazon')) ?? operator;
  if (name === undefined) return undefined;
  const others = OPERATOR.exec(text.replace(name, ''))?.[0];
  const shipsToo = mentions(text, place.locale.words.product.shipsFrom) ? name : undefined;
  return { name, href: link.attr('href'), shipsFrom: others ?? shipsToo };
}

/** "Amazon", "Amazon.com", "Amazon.co.uk", "Amazon US". */
const OPERATOR = /Amazon(?:\.[a-z]{2,3}){0,2}(?: [A-Z]{2}(?!\p{L}))?/u;

/** Kindle books, and a Buy Box of used goods alone. */
function fromLink(place: PageBlock): Merchant | undefined {
  const link = place.first('#sellerProfileTriggerId');
  const name = link.text() ?? place.text('.print-sold-by .a-color-base', '#soldByThirdParty a', '#soldByThirdParty');
  if (name === undefined) return undefined;
  const shipsFrom = isOperator(name, undefined, place.locale.marketplace) === true ? name : undefined;
  return { name, href: link.attr('href'), shipsFrom };
}
