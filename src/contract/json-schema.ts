/** The schemas of the contract as JSON Schema 2020-12, for documents, tools and help. */
import * as z from 'zod';
import * as contract from './schemas/index.ts';

/** A JSON object. */
export type Json = { [member: string]: unknown };

/** The exported schemas by name, without `Schema` at the end. */
const SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(contract).flatMap(([name, value]): [string, z.ZodType][] =>
    value instanceof z.ZodType ? [[name.replace(/Schema$/, ''), value]] : [],
  ),
);

/** Returns the name of a schema of the contract. @throws TypeError for any other schema */
export function nameOfSchema(schema: z.ZodType): string {
  const found = [...SCHEMAS].find(([, known]) => known === schema);
  if (found === undefined) throw new TypeError('the schema is not exported by the contract');
  return found[0];
}

/** Returns the schemas of all responses by name, with references between them. @param refOf Returns the reference to a name. */
export function responseSchemas(refOf: (name: string) => string): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  const named = [...SCHEMAS].filter(([name]) => !name.endsWith('Params'));
  for (const [id, schema] of named) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, uri: refOf });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withoutId(schema)]));
}

/** Returns a single schema, complete in itself. */
export const schemaOf = (schema: z.ZodType): Json => withoutId(z.toJSONSchema(schema, OPTIONS));

/** Input mode allows unknown members: a field that a later version adds is not an error. */
const OPTIONS = { io: 'input', override: simplify } as const;

/** Removes the pattern of a known format, and the largest safe integer as a maximum. */
function simplify({ jsonSchema: schema }: { jsonSchema: Json }): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

const withoutId = ({ $id, $schema, ...schema }: Json): Json => schema;
