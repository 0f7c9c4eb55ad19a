/**
 * Schemas that describe and never refuse. Clients reject an answer that breaks a tool's output schema, and what a live page or service sends wins
 * over what the contract says of it: below the envelope, types and bounds are told in words alone.
 */

import { dataSchemas } from '../../contract/data/index.ts';
import { answerSchemas, descriptionOf, type Json, nameOfSchema } from '../../contract/json-schema.ts';
import type { PageType } from '../../contract/page-types.ts';
import { isRecord } from '../output/rows.ts';

/** The envelope of an endpoint's answers; of several page types, the data is told by other tools. */
export function envelopeSchema(types: readonly PageType[]): Json {
  const [type] = types;
  const name = types.length === 1 && type !== undefined ? nameOfSchema(dataSchemas[type]) : undefined;
  const described = (member: string, schema: Json) => ({ description: descriptionOf('Found', member), ...schema });
  const data = { type: ['object', 'null'], ...(name === undefined ? {} : { $ref: refOf(name) }) };
  return {
    type: 'object',
    properties: {
      success: described('success', { type: 'boolean' }),
      found: described('found', { type: 'boolean' }),
      page_type: described('page_type', { type: 'string' }),
      data: described('data', data),
      meta: described('meta', { type: 'object', $ref: refOf('ResponseMeta') }),
    },
    required: ['success', 'found', 'page_type', 'data', 'meta'],
    $defs: definitionsOf(name === undefined ? ['ResponseMeta'] : [name, 'ResponseMeta']),
  };
}

const refOf = (name: string): string => `#/$defs/${name}`;

let schemas: Record<string, Json> | undefined;

/** The named schemas, and those that they refer to. */
function definitionsOf(names: readonly string[]): Record<string, Json> {
  schemas ??= answerSchemas(refOf);
  const all = schemas;
  const needed = new Map<string, Json>();
  const add = (name: string): void => {
    const schema = all[name];
    if (needed.has(name) || schema === undefined) return;
    needed.set(name, open(schema));
    for (const [, inner = ''] of JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)) add(inner);
  };
  for (const name of names) add(name);
  return Object.fromEntries(needed);
}

/** What a schema says, without what it demands. */
function open(schema: Json): Json {
  const { description, properties, items, anyOf } = schema;
  const told = [wordOf(schema), description].filter((text) => text !== undefined && text !== '').join(' ');
  const inner = Array.isArray(anyOf) ? anyOf.filter(isRecord).find(({ type }) => type !== 'null') : undefined;
  return {
    ...(inner === undefined ? {} : open(inner)),
    ...(told === '' ? {} : { description: told }),
    ...(typeof schema.$ref === 'string' && { $ref: schema.$ref }),
    ...(isRecord(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, isRecord(property) ? open(property) : {}]),
      ),
    }),
    ...(isRecord(items) && { items: open(items) }),
  };
}

/** A type in a word, in brackets: "(number)". */
function wordOf({ type, format, enum: values, anyOf }: Json): string | undefined {
  if (Array.isArray(anyOf)) {
    const words = anyOf.filter(isRecord).map((one) => wordOf(one)?.slice(1, -1));
    return words.includes(undefined) ? undefined : `(${words.join(' or ')})`;
  }
  if (Array.isArray(values)) return `(${values.join('|')})`;
  if (typeof type !== 'string' || type === 'object' || type === 'array') return undefined;
  return `(${typeof format === 'string' ? format : type})`;
}
