/** Explains where each value of a page comes from: the field tables, run with a recorder. */
import type { PageType } from '../contract/codes.ts';
import { Recorder } from '../html/index.ts';
import { detached } from './detached.ts';
import type { DetectedPage } from './detect.ts';
import { addressOf, type PageContext, readPage } from './parse.ts';

/** A value and its source on the page. */
export interface ExplainedField {
  /** The path of the value in the data: `bb_price`, `product_sellers_info[0].price`. */
  path: string;
  /** The value in the data. */
  value: unknown;
  /** The kind of source. `derived` values are computed from other values. */
  source: 'selector' | 'attribute' | 'json' | 'url' | 'derived';
  /** The selector, or the marker of the JSON. Empty for `derived`. */
  at: string;
  /** The text that the value was read from. */
  text: string;
}

/** A page with the sources of all its values. */
export interface ExplainedPage {
  /** The page type. */
  page_type: PageType;
  /** Whether the marketplace knows the entity. */
  found: boolean;
  /** Every value, in the order of the data. */
  fields: ExplainedField[];
}

/**
 * Reads a page and returns the source of each value.
 *
 * @throws the same errors as `parsePage`
 */
export function explainPage(html: string, context: PageContext): ExplainedPage {
  const recorder = new Recorder();
  const detected = addressOf(context.url);
  const { page_type, found } = readPage(html, context, detected, recorder);
  const fields = recorder.fields.map(({ path, value, reading }): ExplainedField => {
    const { source, at, text } = reading ?? urlSource(detected, path, value) ?? { source: 'derived', at: '', text: '' };
    return { path, value, source, at, text };
  });
  return { page_type, found, fields: detached(fields) };
}

/** The fields that can come from the URL, and the facts that they are read from. */
const FROM_URL: Readonly<Record<string, keyof DetectedPage>> = {
  asin: 'asin',
  title: 'keyword',
  node_id: 'node',
  seller_id: 'seller_id',
  current_page: 'page',
  url: 'canonical_url',
};

/** Returns the URL as the source of a value that was not read from the page. */
function urlSource(
  detected: DetectedPage,
  path: string,
  value: unknown,
): Omit<ExplainedField, 'path' | 'value'> | undefined {
  const name = FROM_URL[path];
  return name === undefined || detected[name] !== value ? undefined : { source: 'url', at: name, text: String(value) };
}
