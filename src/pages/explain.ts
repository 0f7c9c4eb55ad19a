/** Where every value of a page came from: the same tables, run with a recorder. */
import type { PageType } from '../contract/codes.ts';
import { Recorder } from '../html/index.ts';
import { detached } from './detached.ts';
import { addressOf, type PageContext, readPage } from './parse.ts';

/** A value and its place. */
export interface ExplainedField {
  /** `bb_price`, `product_sellers_info[0].price`. */
  path: string;
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
  page_type: PageType;
  found: boolean;
  fields: ExplainedField[];
}

/**
 * Reads a page and tells where each value came from.
 *
 * @throws the same errors as `parsePage`
 */
export function explainPage(html: string, context: PageContext): ExplainedPage {
  const recorder = new Recorder();
  const { page_type, found } = readPage(html, context, addressOf(context.url), recorder);
  const fields = recorder.fields.map(
    ({ path, value, reading }): ExplainedField => ({
      path,
      value,
      source: reading?.source ?? 'derived',
      at: reading?.at ?? '',
      text: reading?.text ?? '',
    }),
  );
  return { page_type, found, fields: detached(fields) };
}
