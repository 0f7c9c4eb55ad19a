/** Explains where every value of a page was read: runs the field tables with a recorder. */
import type { PageType } from '../contract/page-types.ts';
import { Recorder } from '../html/index.ts';
import { detached } from './detached.ts';
import type { DetectedPage } from './detect.ts';
import { hasFiniteNumbers } from './finite.ts';
import { assertInput } from './input.ts';
import { detectRequested, type PageContext, readPage } from './parse.ts';

/** A value and where it was read. */
export interface ExplainedField {
  /** Path in the data, such as `bb_price` or `product_sellers_info[0].price`. */
  path: string;
  /** The value in the data. */
  value: unknown;
  /** Where the value was read; `derived` values are computed from others. */
  source: 'selector' | 'attribute' | 'json' | 'url' | 'derived';
  /** The selector, the attribute, the marker of the JSON, or the part of the URL. */
  at: string;
  /** The text that the value was read from. */
  text: string;
}

/** A page with the source of every field. */
export interface ExplainedPage {
  /** Type of the page. */
  page_type: PageType;
  /** Whether the marketplace has the product, seller or list. */
  found: boolean;
  /** Every value, in the order of the data. */
  fields: ExplainedField[];
}

/**
 * Reads a page and returns where each value was read.
 *
 * @throws the same errors as `parsePage`
 */
export function explainPage(html: string, context: PageContext): ExplainedPage {
  assertInput(html, context);
  const recorder = new Recorder();
  const detected = detectRequested(context);
  const { page_type, found } = readPage(html, context, detected, recorder);
  // The data has no other values.
  const shown = recorder.fields.filter(({ value }) => hasFiniteNumbers(value));
  const fields = shown.map(({ path, value, reading }): ExplainedField => {
    const { source, at, text } = reading ??
      readFromUrl(detected, path, value) ?? { source: 'derived', at: '', text: '' };
    return { path, value, source, at, text };
  });
  return { page_type, found, fields: detached(fields) };
}

/** Fields whose value can come from the URL, with the name of the URL's part. */
const URL_FIELDS: Readonly<Record<string, keyof DetectedPage>> = {
  asin: 'asin',
  title: 'keyword',
  node_id: 'node',
  seller_id: 'seller_id',
  current_page: 'page',
  url: 'canonical_url',
};

/** Returns the source of a value that was not read on the page but is in the URL. */
function readFromUrl(
  detected: DetectedPage,
  path: string,
  value: unknown,
): Omit<ExplainedField, 'path' | 'value'> | undefined {
  const name = URL_FIELDS[path];
  return name === undefined || detected[name] !== value ? undefined : { source: 'url', at: name, text: String(value) };
}
