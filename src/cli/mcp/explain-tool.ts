/** The tool `explain`: where on a page each value stands. */
import { BadRequestError } from '../../contract/errors.ts';
import type { Json } from '../../contract/json-schema.ts';
import type { CallFunction, ObservedResponse } from '../../contract/marketplace.ts';
import { type ExplainedField, explainPage, type PageContext, urlOfPage } from '../../pages/index.ts';
import { assertFields } from '../output/fields.ts';
import { readPage, type SavedPage } from '../pages/read.ts';
import type { Terminal } from '../terminal.ts';
import { fileWithin } from './allowed-folders.ts';
import { type ExplainInput, explainInputSchema, readExplainInput } from './explain-input.ts';
import { pathInData, withoutPlaces } from './fields.ts';
import { type Tool, type ToolCall, UNTRUSTED } from './tool.ts';

/** Where `explain` has its pages from. */
export interface ExplainSources {
  /** Makes calls that tell of the page that they read; nothing when pages cannot be had, as from a service. */
  call: CallFunction | undefined;
  /** Folders that saved pages may be read from. */
  folders: readonly string[];
  terminal: Terminal;
}

/** The tool. */
export function explainTool(sources: ExplainSources): Tool {
  return {
    name: 'explain',
    title: 'Explain',
    description: `Tells where on a page each value was read: its selector, attribute or JSON, and the text that stands there. For doubts about a value; to get data, use the other tools. ${UNTRUSTED}`,
    input: explainInputSchema(sources.folders.length > 0),
    output: OUTPUT,
    async run(given, call) {
      const input = readExplainInput(given);
      const fields = input.fields?.map(withoutPlaces);
      if (fields !== undefined) assertFields(fields);
      const { html, context } = await pageOf(input, sources, call);
      const { page_type, found, fields: all } = explainPage(html, context);
      const told = fields === undefined ? all.filter(isFirst) : all.filter(concerns(page_type, fields));
      const left_out = fields === undefined ? all.length - told.length : 0;
      return { page_type, found, url: context.url, left_out, fields: told.map(clipped) };
    },
  };
}

async function pageOf(input: ExplainInput, sources: ExplainSources, call: ToolCall): Promise<SavedPage> {
  const { url, html, file, language, requested_at } = input;
  const rest = {
    ...(language !== undefined && { language }),
    ...(requested_at !== undefined && { requestedAt: new Date(requested_at) }),
  };
  if (html !== undefined) return { html, context: { ...rest, url: url ?? ownAddress(html) } };
  if (file === undefined) return await fetchedPage(input, sources, call);
  const path = await fileWithin(sources.folders, file);
  return await readPage(path, { ...rest, ...(url !== undefined && { url }) }, sources.terminal);
}

function ownAddress(html: string): string {
  const url = urlOfPage(html);
  if (url === undefined)
    throw new BadRequestError('url: the page does not name its own address; give it as url', { parameter: 'url' });
  return url;
}

/** The page as a call of `scrape` got it, and what that call knew of it. */
async function fetchedPage(
  { url = '', language }: ExplainInput,
  sources: ExplainSources,
  { signal, tell }: ToolCall,
): Promise<SavedPage> {
  if (sources.call === undefined) {
    throw new BadRequestError(
      "url: a service hands out no pages; give the page's text as html, or start the server with --backend local",
      { parameter: 'url' },
    );
  }
  let last: ObservedResponse | undefined;
  const params = { url, ...(language !== undefined && { language }) };
  const { meta } = await sources.call('scrape', params, { signal }, (response) => {
    last = response;
    tell(`answered with status ${response.status}`);
  });
  const { body = '', status, fetchedAt = new Date(meta.timestamp) } = last ?? {};
  const context: PageContext = { url: last?.url ?? url, status, language, requestedAt: fetchedAt };
  return { html: body, context };
}

/** Not in a list, or in its first entry: the others stand in places of the same kind. */
function isFirst({ path }: ExplainedField): boolean {
  return [...path.matchAll(/\[(\d+)\]/g)].every(([, index]) => index === '0');
}

/**
 * Whether a field is one of those, within one, or holds one: lists that are read as a whole have one place. A field of a list's entries is meant
 * of all entries.
 */
function concerns(type: string, fields: readonly string[]): (field: ExplainedField) => boolean {
  const wanted = fields.flatMap((field) => [field, pathInData(type, field)]);
  return ({ path }) => {
    const plain = withoutPlaces(path);
    return wanted.some((field) => `${plain}.`.startsWith(`${field}.`) || `${field}.`.startsWith(`${plain}.`));
  };
}

/** Longer texts are cut: a description need not be told twice. */
const LONGEST_TEXT = 300;

function clipped({ path, value, source, at, text }: ExplainedField): Json {
  const told = JSON.stringify(value);
  const isLong = told.length > LONGEST_TEXT;
  return {
    path,
    value: isLong ? clip(typeof value === 'string' ? value : told) : value,
    source,
    at: clip(at),
    text: clip(text),
  };
}

function clip(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

const OUTPUT: Json = {
  type: 'object',
  properties: {
    page_type: { type: 'string', description: 'What kind of page it is.' },
    found: { type: 'boolean', description: 'Whether it is a page of something that exists.' },
    url: { type: 'string', description: 'The address of the page.' },
    left_out: {
      type: 'integer',
      description: 'How many further fields of list entries are not told; name them in fields.',
    },
    fields: {
      type: 'array',
      description: 'The fields, each with its place.',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string', description: 'The field: bb_price, product_sellers_info[0].price.' },
          value: { description: 'Its value; a long one is cut, and then a text.' },
          source: { type: 'string', description: 'selector, attribute, json, url, or derived from other values.' },
          at: { type: 'string', description: 'The selector, or the marker of the JSON.' },
          text: { type: 'string', description: 'The text that the value was read from.' },
        },
        required: ['path', 'value', 'source', 'at', 'text'],
      },
    },
  },
  required: ['page_type', 'found', 'url', 'left_out', 'fields'],
};
