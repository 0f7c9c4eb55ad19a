/** The tool `describe_fields`: the names and meanings of fields, so that the list of tools need not have them. */
import { dataSchemas } from '../../../contract/data/index.ts';
import { isRecord } from '../../../contract/json.ts';
import { type Json, schemaOf } from '../../../contract/json-schema.ts';
import { PAGE_TYPES, type PageType } from '../../../contract/page-types.ts';
import type { ParameterTable } from '../../../contract/parameter.ts';
import { checkedParams } from '../../../contract/validate.ts';
import { DEFAULT_FIELDS } from './fields.ts';
import { inputSchema, type Tool } from './tool-call.ts';

const PARAMETERS = {
  page_type: {
    type: 'choice',
    description: 'The type of the data.',
    values: PAGE_TYPES,
    messages: { type: `is not valid: expected one of ${PAGE_TYPES.join(', ')}` },
  },
  contains: {
    type: 'text',
    description: 'Only fields with this in their name or description, also nested ones. Default: the upper levels.',
    isOptional: true,
    pattern: /./s,
    maxLength: 100,
    messages: { type: 'is not valid: expected a string', pattern: 'is empty: expected a word' },
  },
} as const satisfies ParameterTable;

/** Levels of names without `contains`: fields, and fields of entries. */
const LEVELS = 2;
/** Levels of names. */
const MOST_LEVELS = 6;

/** Returns the tool. It makes no request. */
export function describeFieldsTool(): Tool {
  return {
    name: 'describe_fields',
    title: 'Describe fields',
    description:
      'Returns the names of the fields of a page type and what they mean, for the parameter fields of the other tools. Free.',
    input: inputSchema(PARAMETERS),
    output: { type: 'object', required: ['fields'] },
    async run(given) {
      const { page_type, contains } = checkedParams(PARAMETERS, given) as { page_type: PageType; contains?: string };
      const word = contains?.toLowerCase();
      const all = [...describedIn(schemaOf(dataSchemas[page_type]), '', MOST_LEVELS)];
      const chosen = all.filter(([path, text]) =>
        word === undefined
          ? path.split('.').length <= LEVELS
          : path.toLowerCase().includes(word) || text.toLowerCase().includes(word),
      );
      return { page_type, default_fields: [...DEFAULT_FIELDS[page_type]], fields: Object.fromEntries(chosen) };
    },
  };
}

/** Yields the path of each field with its description. */
function* describedIn(schema: Json, prefix: string, levels: number): Generator<[string, string]> {
  if (levels === 0) return;
  for (const { properties } of objectsIn(schema)) {
    for (const [name, property] of Object.entries(isRecord(properties) ? properties : {})) {
      if (!isRecord(property)) continue;
      const path = `${prefix}${name}`;
      yield [path, String(property.description ?? objectsIn(property)[0]?.description ?? '')];
      yield* describedIn(property, `${path}.`, levels - 1);
    }
  }
}

/** Returns the schemas of an object, of the entries of a list, or of the alternatives of a value. */
function objectsIn(schema: Json): Json[] {
  if (isRecord(schema.items)) return objectsIn(schema.items);
  const alternatives = [schema.anyOf, schema.oneOf].find(Array.isArray)?.filter(isRecord);
  return alternatives?.flatMap(objectsIn) ?? [schema];
}
