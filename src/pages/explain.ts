/** Where every value of a page came from: the same tables, run with a recorder. */
import type { PageType } from '../contract/codes.ts';
import { Recorder } from '../html/index.ts';
import { detached } from './detached.ts';
import type { DetectedPage } from './detect.ts';
import { addressOf, type PageContext, readPage } from './parse.ts';

/** A value and its place. */
export interface ExplainedField {
  /** `bb_price`, `product_sellers_info[0].price`. */
  path: string;
  /** What the data has there. */
  value: unknown;
  /** `derived`: from other values, with no place of its own. */
  source: 'selector' | 'attribute' | 'json' | 'url' | 'derived';
  /** The selector, or the marker of the JSON. */
  at: string;
  /** The text that the value was read from. */
  text: string;
}

/** A page with the origin of all its fields. */
export interface ExplainedPage {
  /** What kind of page it is. */
  page_type: PageType;
  /** Whether the marketplace knows the entity. */
  found: boolean;
  /** Every value, in the order of the data. */
  fields: ExplainedField[];
}

/**
 * Reads a page and tells where each value came from.
 *
 * @throws the same errors as `parsePage`
 */
export function explainPage(html: string, context: PageContext): ExplainedPage {
  const recorder = new Recorder();
  const address = addressOf(context.url);
  const { page_type, found } = readPage(html, context, address, recorder);
  const fields = recorder.fields.map(({ path, value, reading }): ExplainedField => {
    const { source, at, text } = reading ?? namedBy(address, path, value) ?? { source: 'derived', at: '', text: '' };
    return { path, value, source, at, text };
  });
  return { page_type, found, fields: detached(fields) };
}

/** What fields of a page its address can give: each by the name that it has there. */
const ADDRESSED: Readonly<Record<string, keyof DetectedPage>> = {
  asin: 'asin',
  title: 'keyword',
  node_id: 'node',
  seller_id: 'seller_id',
  current_page: 'page',
  url: 'canonical_url',
};

/** A value that was read nowhere on the page and stands in the address. */
function namedBy(
  address: DetectedPage,
  path: string,
  value: unknown,
): Omit<ExplainedField, 'path' | 'value'> | undefined {
  const name = ADDRESSED[path];
  return name === undefined || address[name] !== value ? undefined : { source: 'url', at: name, text: String(value) };
}
