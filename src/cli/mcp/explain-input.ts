/** What the tool `explain` takes. */
import * as z from 'zod';
import { LANGUAGES } from '../../contract/codes.ts';
import { BadRequestError } from '../../contract/errors.ts';
import { descriptionOf, type Json, ownSchemaOf } from '../../contract/json-schema.ts';
import { isRecord } from '../output/rows.ts';
import { FieldsSchema } from './fields.ts';

const ExplainInputSchema = z.strictObject({
  url: z
    .url('must be a full URL')
    .exactOptional()
    .describe("Address of a marketplace page. It is fetched (one credit), unless html or file gives the page's text."),
  html: z.string('must be a text').min(1, 'must not be empty').exactOptional().describe('The text of a page.'),
  file: z
    .string('must be a text')
    .min(1, 'must not be empty')
    .exactOptional()
    .describe('A saved page (.html, .html.gz) in one of the folders that the server was started with.'),
  requested_at: z.iso
    .datetime({ offset: true, error: 'must be a moment such as "2026-11-20T12:00:00Z"' })
    .exactOptional()
    .describe('When the page of html or file was served, ISO 8601: days count from then (default: now).'),
  language: z
    .enum(LANGUAGES, { error: `must be one of ${LANGUAGES.join(', ')}` })
    .exactOptional()
    .describe(descriptionOf('ScrapeParams', 'language')),
  fields: FieldsSchema.exactOptional().describe(
    'Only these fields and those within them, by their names (bb_price, promotion.deal). When left out, of every list the first entry alone is told.',
  ),
});

/** The input, read. */
export type ExplainInput = z.output<typeof ExplainInputSchema>;

/** The schema of the input; a server that may read no files does not offer `file`. */
export function explainInputSchema(hasFiles: boolean): Json {
  const { properties, ...schema } = ownSchemaOf(ExplainInputSchema);
  const offered = Object.entries(isRecord(properties) ? properties : {}).filter(
    ([name]) => hasFiles || name !== 'file',
  );
  return { ...schema, properties: Object.fromEntries(offered) };
}

/** @throws BadRequestError with the parameter's name */
export function readExplainInput(given: Json): ExplainInput {
  const result = ExplainInputSchema.safeParse(given);
  if (!result.success) throw wrong(result.error.issues[0]);
  const { url, html, file } = result.data;
  if (html !== undefined && file !== undefined) throw badInput('file', 'give either html or file, not both');
  if (url === undefined && html === undefined && file === undefined)
    throw badInput('url', "give the address of a page, or its text as html, or a saved page's file");
  return result.data;
}

function wrong(issue: z.core.$ZodIssue | undefined): BadRequestError {
  if (issue?.code !== 'unrecognized_keys')
    return badInput(String(issue?.path[0] ?? 'input'), issue?.message ?? 'is invalid');
  const known = Object.keys(ExplainInputSchema.shape).join(', ');
  return badInput(String(issue.keys[0]), `is no parameter of this tool; it takes ${known}`);
}

function badInput(parameter: string, why: string): BadRequestError {
  return new BadRequestError(`${parameter}: ${why}`, { parameter });
}
