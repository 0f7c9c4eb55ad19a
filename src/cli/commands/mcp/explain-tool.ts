/** The tool `explain`: where on a page each value was found. */
import { LANGUAGES } from '../../../contract/codes.ts';
import { isRecord } from '../../../contract/json.ts';
import type { Json } from '../../../contract/json-schema.ts';
import type { CallFunction, ObservedResponse } from '../../../contract/marketplace.ts';
import type { PageType } from '../../../contract/page-types.ts';
import type { ParameterTable } from '../../../contract/parameter.ts';
import { shown } from '../../../contract/shown.ts';
import { checkedParams } from '../../../contract/validate.ts';
import { pathInside } from '../../../files/read-file.ts';
import { wrongParameter } from '../../../options/checks.ts';
import { type ExplainedField, explainPage } from '../../../pages/index.ts';
import { isTimestamp } from '../../../sources/page-source.ts';
import { readPage, type SavedPage, withUrl } from '../../saved-page.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { checkedFields, FIELDS_HELP, pathsOf, withoutIndexes } from './fields.ts';
import { lineOf, shortText, startOf } from './short-text.ts';
import { inputSchema, type Tool, type ToolCall, UNTRUSTED } from './tool-call.ts';

/** Where `explain` gets pages from. */
export interface ExplainSources {
  /** Calls that report the pages they parse. `undefined` for a service, which does not return pages. */
  call: CallFunction | undefined;
  /** The folders whose files may be read. */
  folders: readonly string[];
  /** Time that reading a page may take [milliseconds]. */
  parseTimeoutMs: number | undefined;
  terminal: Terminal;
}

const NO_TIME = 'is not valid: expected a time such as "2026-11-20T12:00:00Z"';
const NO_TEXT = 'is not valid: expected a string that is not empty';
const text = { type: 'text', isOptional: true, pattern: /./s, messages: { type: NO_TEXT, pattern: NO_TEXT } } as const;

const WITHOUT_FILES = {
  url: {
    type: 'url',
    description: 'URL of a marketplace page. It is fetched (one credit), unless html or file is given.',
    isOptional: true,
    maxLength: 8_192,
    messages: { type: 'is not valid: expected a full URL' },
  },
  html: { ...text, description: 'HTML of a page.' },
  requested_at: {
    ...text,
    description: 'When the page of html or file was served, ISO 8601. Dates are relative to it (default: now).',
    messages: { type: NO_TIME, pattern: NO_TIME },
  },
  language: {
    type: 'choice',
    description: 'Language of the page.',
    isOptional: true,
    values: LANGUAGES,
    messages: { type: `is not valid: expected one of ${LANGUAGES.join(', ')}` },
  },
} as const satisfies ParameterTable;

const PARAMETERS = {
  ...WITHOUT_FILES,
  file: { ...text, description: 'A saved page (.html, .html.gz) in one of the folders that the server may read.' },
} as const satisfies ParameterTable;

const EXPLAIN_FIELDS = `${FIELDS_HELP} Of lists, only the first entry by default.`;

interface ExplainInput extends Partial<Record<'url' | 'html' | 'file' | 'requested_at', string>> {
  language?: (typeof LANGUAGES)[number];
}

const OUTPUT: Json = { type: 'object', required: ['found', 'fields'] };

/** Places of a missing field. */
const MOST_PLACES = 8;

/** Returns the tool. */
export function explainTool(sources: ExplainSources): Tool {
  return {
    name: 'explain',
    title: 'Explain',
    description: `Returns where on a page each value was found: its selector, attribute or JSON, and the text there. With html or file, free. ${UNTRUSTED}`,
    input: inputSchema(sources.folders.length > 0 ? PARAMETERS : WITHOUT_FILES, EXPLAIN_FIELDS),
    output: OUTPUT,
    text: textOfExplanation,
    async run(given, call) {
      const input = checkedInput(given);
      const names = checkedFields(given.fields);
      const { html, context } = await pageOf(input, sources, call);
      const {
        page_type,
        found,
        fields: all,
        missing: absent,
      } = explainPage(html, { ...context, parseTimeoutMs: sources.parseTimeoutMs });
      const isWanted = concerns(page_type, names);
      const wanted = all.filter(isWanted);
      const fields = names === undefined ? wanted.filter(isFirst) : wanted;
      const missing = absent
        .filter(isWanted)
        .map(({ places, ...field }) => ({ ...field, places: places.slice(0, MOST_PLACES) }));
      const left_out = all.length - fields.length;
      return { page_type, found, url: context.url, left_out, fields: fields.map(clipped), missing };
    },
  };
}

/** Checks the input. @throws BadRequestError with the parameter's name */
function checkedInput({ fields: _, ...given }: Json): ExplainInput {
  const input: ExplainInput = checkedParams(PARAMETERS, given, ['fields']);
  const { url, html, file, requested_at } = input;
  if (requested_at !== undefined && !isTimestamp(requested_at))
    throw wrongParameter('requested_at', `${shown(requested_at)} ${NO_TIME}.`);
  if (html !== undefined && file !== undefined)
    throw wrongParameter('file', 'cannot be used with html. Give only one.');
  if (url === undefined && html === undefined && file === undefined)
    throw wrongParameter('url', 'missing. Give the URL of a page, its HTML as html, or a saved page as file.');
  return input;
}

/** Returns the page of an input. @throws BadRequestError, and the errors of a call */
async function pageOf(input: ExplainInput, sources: ExplainSources, call: ToolCall): Promise<SavedPage> {
  const { url, html, file, language, requested_at } = input;
  const requestedAt = requested_at === undefined ? undefined : new Date(requested_at);
  const context = { ...(url !== undefined && { url }), language, requestedAt };
  if (html !== undefined) return { html, context: withUrl(html, context) };
  if (file === undefined) return await fetchPage(input, sources, call);
  return await readPage(await allowedFile(sources.folders, file), context, sources.terminal);
}

/** Calls `scrape`, and returns the last page that it received. */
async function fetchPage(
  { url = '', language }: ExplainInput,
  sources: ExplainSources,
  { signal, report }: ToolCall,
): Promise<SavedPage> {
  if (sources.call === undefined)
    throw wrongParameter(
      'url',
      'a service returns no pages. Give the HTML as html, or start the server with --backend local.',
    );
  let last: ObservedResponse | undefined;
  const { meta } = await sources.call('scrape', { url, language }, { signal }, (response) => {
    last = response;
    report(`received status ${response.status}`);
  });
  const { body = '', status, fetchedAt = new Date(meta.timestamp) } = last ?? {};
  return { html: body, context: { url: last?.url ?? url, status, language, requestedAt: fetchedAt } };
}

/**
 * Returns the real path of a file inside one of the folders. Text of a page could make an assistant ask for any other file, also through a
 * symbolic link.
 */
async function allowedFile(folders: readonly string[], file: string): Promise<string> {
  for (const folder of folders) {
    const path = await pathInside(folder, file).catch(() => undefined);
    if (path !== undefined) return path;
  }
  const allowed = folders.length === 0 ? 'there are none' : folders.join(', ');
  throw wrongParameter(
    'file',
    `${file} is not in a folder that may be read (${allowed}). Start the server with --allow-folder DIR.`,
  );
}

/** Whether a field is outside lists, or in their first entries: the other entries are read in the same way. */
function isFirst({ path }: ExplainedField): boolean {
  return [...path.matchAll(/\[(\d+)\]/g)].every(([, index]) => index === '0');
}

/** Whether a field is one of the names, inside one, or a list that is read as a whole and has one inside. */
function concerns(type: PageType, names: readonly string[] | undefined): (field: { path: string }) => boolean {
  const known = pathsOf([type], names);
  if (known === undefined) return () => true;
  const paths = [...known, ...(names ?? [])].map((path) => `${path}.`);
  return ({ path }) => {
    const own = `${withoutIndexes(path).replaceAll('[]', '')}.`;
    return paths.some((asked) => own.startsWith(asked) || asked.startsWith(own));
  };
}

/** In characters. */
const LONGEST_TEXT = 300;

function clipped({ path, value, source, at, text }: ExplainedField): Json {
  const json = JSON.stringify(value);
  const isLong = json.length > LONGEST_TEXT;
  const shown = isLong ? clip(typeof value === 'string' ? value : json) : value;
  return { path, value: shown, source, at: clip(at), text: clip(text) };
}

function clip(text: string): string {
  return startOf(text, LONGEST_TEXT);
}

function textOfExplanation({ page_type, found, fields, missing }: Json): string {
  const lines = (Array.isArray(fields) ? fields.filter(isRecord) : []).map(({ path, value, source, at }) =>
    lineOf(String(path), `${JSON.stringify(value)} (${source} ${at})`),
  );
  const absent = (Array.isArray(missing) ? missing.filter(isRecord) : []).map(({ path }) => path);
  const rest = absent.length === 0 ? [] : [lineOf('missing', absent.join(', '))];
  return shortText([`${page_type}: ${found === true ? 'found' : 'not found'}`, ...lines, ...rest]);
}
