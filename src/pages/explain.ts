/** Explains where every value of a page was read: runs the field tables with a recorder. */
import type { PageType } from '../contract/page-types.ts';
import {
  Block,
  type Element,
  type HtmlDocument,
  isTag,
  type ParentNode,
  parseDocument,
  Recorder,
} from '../html/index.ts';
import { detached, hasFiniteNumbers } from './engine/clean-data.ts';
import { onceEach } from './engine/fields.ts';
import { assertInput, type PageContext } from './engine/input.ts';
import { isHidden } from './engine/open.ts';
import { detectRequested, readPage } from './parse.ts';
import type { DetectedPage } from './urls/detect.ts';

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

/** A field that the page does not show, and where it was looked for. */
export interface MissingField {
  /** Path in the data. In lists without the number: `product_sellers_info[].price`. */
  path: string;
  /** In how many entries of its list the field is missing; 1 outside of lists. */
  count: number;
  /** The places that were looked at, at most 40. A place with a `text` was read, but its text is not a value of the field. */
  places: { at: string; text?: string }[];
}

/** A named region of a page that no field was read from. */
export interface UnreadRegion {
  /** The attribute that names it and the name: `data-feature-name=bundle`. */
  name: string;
  /** Length of its visible text [characters]. */
  length: number;
}

/** A page with the source of every field. */
export interface ExplainedPage {
  /** Type of the page. */
  page_type: PageType;
  /** Whether the marketplace has the product, seller or list. */
  found: boolean;
  /** Every value, in the order of the data. */
  fields: ExplainedField[];
  /** Every field that the page does not show. Empty if `found` is `false`. */
  missing: MissingField[];
  /** The named regions with text that no field was read from, the longest text first. A new one can be a change of the site. */
  unread: UnreadRegion[];
}

/** A page with the source of every field, and the elements that the fields were read from. */
export interface MarkedPage {
  explained: ExplainedPage;
  document: HtmlDocument;
  /** The elements of a field. A field from JSON, the URL or other values has none. */
  elements: ReadonlyMap<ExplainedField, readonly Element[]>;
}

/**
 * Reads a page and returns where each value was read.
 *
 * @throws the same errors as `parsePage`
 */
export function explainPage(html: string, context: PageContext): ExplainedPage {
  const { explained } = explainRecorded(html, context, new Recorder());
  return detached(explained);
}

/**
 * Reads a page and returns where each value was read, with the elements.
 *
 * @throws the same errors as `parsePage`
 */
export function explainElements(html: string, context: PageContext): MarkedPage {
  const recorder = new Recorder();
  const { explained, nodes } = explainRecorded(html, context, recorder);
  const { document = parseDocument(html) } = recorder;
  const elements = new Map<ExplainedField, readonly Element[]>();
  for (const field of explained.fields) elements.set(field, nodes.get(field)?.filter(isTag) ?? []);
  return { explained, document, elements };
}

function explainRecorded(
  html: string,
  context: PageContext,
  recorder: Recorder,
): { explained: ExplainedPage; nodes: ReadonlyMap<ExplainedField, readonly ParentNode[]> } {
  assertInput(html, context);
  const detected = detectRequested(context);
  const { page_type, found } = readPage(html, context, detected, recorder);
  const nodes = new Map<ExplainedField, readonly ParentNode[]>();
  // The data has no other values.
  const shown = recorder.fields.filter(({ value }) => hasFiniteNumbers(value));
  const fields = shown.map(({ path, value, reading, nodes: read }): ExplainedField => {
    const { source, at, text } = reading ??
      readFromUrl(detected, path, value) ?? { source: 'derived', at: '', text: '' };
    const field: ExplainedField = { path, value, source, at, text };
    if (reading !== undefined) nodes.set(field, read);
    return field;
  });
  const unread = found ? unreadRegions(recorder.document, [...nodes.values()].flat()) : [];
  return { explained: { page_type, found, fields, missing: found ? recorder.missed : [], unread }, nodes };
}

const NAMES = ['data-feature-name', 'data-component-type', 'data-cel-widget'];

/** Returns the outermost regions without an element that was read, and outside of all of them. */
function unreadRegions(document: HtmlDocument | undefined, read: readonly ParentNode[]): UnreadRegion[] {
  const isRead = new Set<unknown>(read);
  const hasRead = new Set<unknown>();
  for (const node of read) {
    for (let at: ParentNode | null = node; at !== null && !hasRead.has(at); at = at.parent as ParentNode | null)
      hasRead.add(at);
  }
  const regions = NAMES.flatMap((name) =>
    [...(document?.byAttribute.get(name) ?? [])].flatMap(([value, elements]) =>
      elements.map((element) => ({ element, name: `${name}=${value}` })),
    ),
  ).filter(({ element }) => !hasRead.has(element));
  const known = new Set<unknown>(regions.map(({ element }) => element));
  const isInside = (element: Element) => {
    for (let at = element.parent; at !== null; at = at.parent) if (isRead.has(at) || known.has(at)) return true;
    return false;
  };
  const found = regions.filter(({ element, name }) => !isInside(element) && !name.endsWith('='));
  return onceEach(found, ({ element }) => String(element.order))
    .map(({ element, name }) => ({ name, length: visibleLength(element) }))
    .filter(({ length }) => length > 0)
    .sort((one, other) => other.length - one.length);
}

function visibleLength(element: Element): number {
  if (isHidden(element)) return 0;
  return (new Block({ document: NO_DOCUMENT, skip: isHidden }, [element], '').text() ?? '').length;
}

const NO_DOCUMENT = parseDocument('');

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
