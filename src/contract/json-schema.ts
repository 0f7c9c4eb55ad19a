/** The schemas of the contract as JSON Schema 2020-12, with what their comments say of each field: for documents, tools and help. */
import * as z from 'zod';
import { DESCRIPTIONS } from './descriptions.ts';
import * as contract from './index.ts';

/** JSON, as far as a schema needs it. */
export type Json = { [member: string]: unknown };

type Words = Readonly<Record<string, string>>;

/** What is said of a schema, of one of its fields (`overview[].name`), or of a member of an answer (`Found`, `meta`). */
export function descriptionOf(name: string, path = ''): string {
  return DESCRIPTIONS[name]?.[path] ?? '';
}

/** The exported schemas by their names, without `Schema` behind them. */
const SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(contract).flatMap(([name, value]): [string, z.ZodType][] =>
    value instanceof z.ZodType ? [[name.replace(/Schema$/, ''), value]] : [],
  ),
);

/** The name of a schema of the contract. */
export function nameOfSchema(schema: z.ZodType): string {
  const found = [...SCHEMAS].find(([, known]) => known === schema);
  if (found === undefined) throw new TypeError('the schema is none that the contract exports');
  return found[0];
}

/**
 * The schemas of all answers by name, each once, with references between them.
 *
 * @param refOf The reference to a name.
 * @param more Further schemas, by name.
 */
export function answerSchemas(
  refOf: (name: string) => string,
  more: Record<string, z.ZodType> = {},
): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  const named = [...SCHEMAS].filter(([name]) => !name.endsWith('Params'));
  for (const [id, schema] of [...Object.entries(more), ...named]) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, uri: refOf });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, finished(schema, name)]));
}

/** A single schema of the contract, complete in itself. */
export function schemaOf(schema: z.ZodType): Json {
  return finished(z.toJSONSchema(schema, OPTIONS), nameOfSchema(schema));
}

/** A schema of your own, with the words that it has itself. */
export function ownSchemaOf(schema: z.ZodType): Json {
  return finished(z.toJSONSchema(schema, OPTIONS), '');
}

/** Input mode leaves objects open: a field that is added later is no breach. */
const OPTIONS = { io: 'input', override: simplify } as const;

/** A format says what zod's pattern for it says, in one word; the largest safe integer is no limit of ours. */
function simplify({ jsonSchema: schema }: { jsonSchema: Json }): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Without its own address, with words. */
function finished({ $id, $schema, ...schema }: Json, name: string): Json {
  const words = DESCRIPTIONS[name] ?? {};
  return described(schema, words, '');
}

function described(schema: Json, words: Words, path: string): Json {
  const text = words[path] ?? '';
  return { ...(text === '' ? {} : { description: text }), ...withWords(schema, words, path) };
}

/** The parts of a schema with their words: its fields, its entries, and what it can be one of. */
function withWords(schema: Json, words: Words, path: string): Json {
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(isJson(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [
          name,
          described(isJson(property) ? property : {}, words, path === '' ? name : `${path}.${name}`),
        ]),
      ),
    }),
    ...(isJson(items) && { items: withWords(items, words, `${path}[]`) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((one) => (isJson(one) ? withWords(one, words, path) : one)) }),
  };
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
