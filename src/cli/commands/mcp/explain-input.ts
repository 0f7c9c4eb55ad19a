/** The input of the tool `explain`, and the page that it names. */
import * as z from 'zod';
import { LANGUAGES } from '../../../contract/codes.ts';
import { BadRequestError } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/json.ts';
import { type Json, schemaOf } from '../../../contract/json-schema.ts';
import type { CallFunction, ObservedResponse } from '../../../contract/marketplace.ts';
import { pathInside } from '../../../files/read-file.ts';
import { readPage, type SavedPage, withUrl } from '../../saved-page.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { LANGUAGE } from './endpoint-tools.ts';
import { FIELDS_HELP, FieldsSchema } from './fields.ts';
import { firstProblem } from './schema-problem.ts';
import type { ToolCall } from './tool-call.ts';

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

const text = z.string().min(1, 'a string that is not empty');

const ExplainInputSchema = z
  .strictObject({
    url: z
      .url('a full URL')
      .describe('URL of a marketplace page. It is fetched (one credit), unless html or file is given.'),
    html: text.describe('HTML of a page.'),
    file: text.describe('A saved page (.html, .html.gz) in one of the folders that the server may read.'),
    requested_at: z.iso
      .datetime({ offset: true, error: 'a time such as "2026-11-20T12:00:00Z"' })
      .describe('When the page of html or file was served, ISO 8601. Dates are relative to it (default: now).'),
    language: z.enum(LANGUAGES).describe(LANGUAGE.description),
    fields: FieldsSchema.describe(`${FIELDS_HELP} Of lists, only the first entry by default.`),
  })
  .partial();

/** The input of `explain`. */
export type ExplainInput = z.output<typeof ExplainInputSchema>;

/** Returns the schema of the input, without `file` for a server that may not read files. */
export function explainInputSchema(canReadFiles: boolean): Json {
  const { properties, ...schema } = schemaOf(ExplainInputSchema);
  const { file, ...others } = isRecord(properties) ? properties : {};
  return { ...schema, properties: canReadFiles ? { ...others, file } : others };
}

/** Checks the input. @throws BadRequestError with the parameter's name */
export function readExplainInput(given: Json): ExplainInput {
  const problem = firstProblem(ExplainInputSchema, given, 'parameter of explain');
  if (problem !== undefined) throw badInput(problem.path.split('.')[0] || 'input', problem.message);
  const input = ExplainInputSchema.parse(given);
  const { url, html, file } = input;
  if (html !== undefined && file !== undefined) throw badInput('file', 'cannot be used with html. Give only one.');
  if (url === undefined && html === undefined && file === undefined)
    throw badInput('url', 'missing. Give the URL of a page, its HTML as html, or a saved page as file.');
  return input;
}

/** Returns the page of an input. @throws BadRequestError, and the errors of a call */
export async function pageOf(input: ExplainInput, sources: ExplainSources, call: ToolCall): Promise<SavedPage> {
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
    throw badInput(
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
  throw badInput(
    'file',
    `${file} is not in a folder that may be read (${allowed}). Start the server with --allow-folder DIR.`,
  );
}

function badInput(parameter: string, why: string): BadRequestError {
  return new BadRequestError(`${parameter}: ${why}`, { parameter });
}
