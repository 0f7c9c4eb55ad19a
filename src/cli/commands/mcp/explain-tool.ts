/** The tool `explain`: where on a page each value was found. */

import { isRecord } from '../../../contract/json.ts';
import type { Json } from '../../../contract/json-schema.ts';
import type { PageType } from '../../../contract/page-types.ts';
import { type ExplainedField, explainPage } from '../../../pages/index.ts';
import { type ExplainSources, explainInputSchema, pageOf, readExplainInput } from './explain-input.ts';
import { checkedFields, pathsOf, withoutIndexes } from './fields.ts';
import { lineOf, shortText, startOf } from './short-text.ts';
import { type Tool, UNTRUSTED } from './tool-call.ts';

const OUTPUT: Json = { type: 'object', required: ['found', 'fields'] };

/** Places of a missing field. */
const MOST_PLACES = 8;

/** Returns the tool. */
export function explainTool(sources: ExplainSources): Tool {
  return {
    name: 'explain',
    title: 'Explain',
    description: `Returns where on a page each value was found: its selector, attribute or JSON, and the text there. With html or file, free. ${UNTRUSTED}`,
    input: explainInputSchema(sources.folders.length > 0),
    output: OUTPUT,
    text: textOfExplanation,
    async run(given, call) {
      const input = readExplainInput(given);
      const names = checkedFields(input.fields);
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
