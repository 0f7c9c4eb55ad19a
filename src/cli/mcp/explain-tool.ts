/** The tool `explain`: where on a page each value was found. */
import * as z from 'zod';
import { type Json, schemaOf } from '../../contract/json-schema.ts';
import { type ExplainedField, explainPage } from '../../pages/index.ts';
import { type ExplainSources, explainInputSchema, pageOf, readExplainInput } from './explain-input.ts';
import { checkedFields, pathInData, withoutIndexes } from './fields.ts';
import { type Tool, UNTRUSTED } from './tool-call.ts';

const OutputSchema = z.object({
  page_type: z.string().describe('The type of the page.'),
  found: z.boolean().describe('Whether the page is about something that exists.'),
  url: z.string().describe('The URL of the page.'),
  left_out: z.int().describe('The number of fields of further list entries. Name them in fields to get them.'),
  fields: z
    .array(
      z.object({
        path: z.string().describe('The field: bb_price, product_sellers_info[0].price.'),
        value: z.unknown().describe('Its value. A long value is a string that is cut off.'),
        source: z.string().describe('selector, attribute, json, url, or derived from other values.'),
        at: z.string().describe('The selector, or the marker of the JSON.'),
        text: z.string().describe('The text that the value was read from.'),
      }),
    )
    .describe('The fields, each with the place it was read from.'),
});

/** Returns the tool. */
export function explainTool(sources: ExplainSources): Tool {
  return {
    name: 'explain',
    title: 'Explain',
    description: `Returns where on a page each value was found: its selector, attribute or JSON, and the text there. Use it to check a value; use the other tools to get data. ${UNTRUSTED}`,
    input: explainInputSchema(sources.folders.length > 0),
    output: schemaOf(OutputSchema),
    async run(given, call) {
      const input = readExplainInput(given);
      const names = checkedFields(input.fields);
      const { html, context } = await pageOf(input, sources, call);
      const {
        page_type,
        found,
        fields: all,
      } = explainPage(html, { ...context, parseTimeoutMs: sources.parseTimeoutMs });
      const fields = all.filter(names === undefined ? isFirst : concerns(page_type, names));
      const left_out = names === undefined ? all.length - fields.length : 0;
      return { page_type, found, url: context.url, left_out, fields: fields.map(clipped) };
    },
  };
}

/** Whether a field is outside lists, or in their first entries: the other entries are read in the same way. */
function isFirst({ path }: ExplainedField): boolean {
  return [...path.matchAll(/\[(\d+)\]/g)].every(([, index]) => index === '0');
}

/** Whether a field is one of the names, inside one, or a list that is read as a whole and has one inside. */
function concerns(type: string, names: readonly string[]): (field: ExplainedField) => boolean {
  const paths = names.flatMap((name) => [name, pathInData(type, name)]).map((path) => `${path}.`);
  return ({ path }) => {
    const own = `${withoutIndexes(path)}.`;
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
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
