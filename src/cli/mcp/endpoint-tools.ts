/** One tool per endpoint, derived from the table of endpoints. */
import { dataSchemas } from '../../contract/data/index.ts';
import { ENDPOINT_NAMES, type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { EnvelopeFrameSchema } from '../../contract/envelope.ts';
import { type Json, nameOfSchema, responseSchemas, schemaOf } from '../../contract/json-schema.ts';
import {
  type AnyEnvelope,
  type CallFunction,
  callFunctionOf,
  type EndpointMethods,
  type Marketplace,
  type Params,
} from '../../contract/marketplace.ts';
import type { PageType } from '../../contract/page-types.ts';
import { paramsSchemas } from '../../contract/schemas/params.ts';
import { isRecord, type Row } from '../output/rows.ts';
import { checkedFields, fieldsHelp, pickData } from './fields.ts';
import { type Tool, UNTRUSTED } from './tool-call.ts';

/** Defaults of the server's calls. They replace those of the contract in the schemas. */
export interface ToolDefaults {
  marketplace?: string | undefined;
  language?: string | undefined;
}

/** Returns the tools of a marketplace. */
export function endpointTools(marketplace: Marketplace, defaults: ToolDefaults): Tool[] {
  const call = callerOf(marketplace);
  return ENDPOINT_NAMES.map((name) => endpointTool(name, call, defaults));
}

/** Returns the function that runs a marketplace's calls. Only those of this package report their responses. */
export function callerOf(marketplace: Marketplace): CallFunction {
  const methods: EndpointMethods = marketplace;
  return callFunctionOf(marketplace) ?? ((name, params, options) => methods[name](params, options));
}

function endpointTool<Name extends EndpointName>(name: Name, call: CallFunction, defaults: ToolDefaults): Tool {
  const { summary, responses: types }: Endpoint = endpoints[name];
  return {
    name,
    title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    description: `${summary} If the marketplace has no such page, \`found\` is false and \`data\` null: that is a result, not an error. ${UNTRUSTED}`,
    input: inputSchema(name, types, defaults),
    output: outputSchema(types),
    async run({ fields, ...params }, { signal, report }) {
      const picked = checkedFields(fields, types);
      const envelope = (await call(name, params as Params<Name>, { signal }, ({ status }) =>
        report(`received status ${status}`),
      )) as AnyEnvelope;
      return { ...envelope, data: picked === undefined ? envelope.data : pickData(envelope, picked) };
    },
  };
}

function inputSchema(name: EndpointName, types: readonly PageType[], defaults: ToolDefaults): Json {
  const { description: _, properties, ...schema } = schemaOf(paramsSchemas[name]);
  const parameters = Object.entries(recordsOf(properties)).map(([parameter, property]) => {
    const own = 'default' in property ? defaults[parameter as keyof ToolDefaults] : undefined;
    return [parameter, own === undefined ? property : { ...property, default: own }] as const;
  });
  const fields = { description: fieldsHelp(types), type: 'array', items: { type: 'string' }, minItems: 1 };
  return { ...schema, properties: { ...Object.fromEntries(parameters), fields } };
}

/**
 * The schema of an endpoint's envelope. Clients reject a result that violates the schema, and live pages can contain more than the contract
 * knows: below the envelope, types and limits are in the descriptions only. For several page types the data is described by other tools.
 */
function outputSchema(types: readonly PageType[]): Json {
  const [type] = types;
  const name = types.length === 1 && type !== undefined ? nameOfSchema(dataSchemas[type]) : undefined;
  const described = (member: keyof typeof EnvelopeFrameSchema.shape, schema: Json) => ({
    description: EnvelopeFrameSchema.shape[member].description,
    ...schema,
  });
  const data = { type: ['object', 'null'], ...(name !== undefined && { $ref: refOf(name) }) };
  const properties = {
    success: described('success', { type: 'boolean' }),
    found: described('found', { type: 'boolean' }),
    page_type: described('page_type', { type: 'string' }),
    data: described('data', data),
    meta: described('meta', { type: 'object', $ref: refOf('ResponseMeta') }),
  };
  const $defs = definitionsOf(name === undefined ? ['ResponseMeta'] : [name, 'ResponseMeta']);
  return { type: 'object', properties, required: Object.keys(properties), $defs };
}

const refOf = (name: string): string => `#/$defs/${name}`;

let schemas: Record<string, Json> | undefined;

/** The named schemas and those that they refer to, without constraints. */
function definitionsOf(names: readonly string[]): Record<string, Json> {
  schemas ??= responseSchemas(refOf);
  const found = new Map<string, Json>();
  const add = (name: string): void => {
    const schema = schemas?.[name];
    if (found.has(name) || schema === undefined) return;
    found.set(name, withoutConstraints(schema));
    for (const [, inner = ''] of JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)) add(inner);
  };
  for (const name of names) add(name);
  return Object.fromEntries(found);
}

/** A schema that only describes. The type of a value is in brackets in front of its description: "(number) The price." */
function withoutConstraints(schema: Json): Json {
  const { description, properties, items, anyOf, $ref } = schema;
  const type = typeNameOf(schema);
  const text = [type && `(${type})`, description].filter(Boolean).join(' ');
  const inner = Array.isArray(anyOf) ? anyOf.filter(isRecord).find((one) => one.type !== 'null') : undefined;
  return {
    ...(inner && withoutConstraints(inner)),
    ...(text !== '' && { description: text }),
    ...(typeof $ref === 'string' && { $ref }),
    ...(isRecord(properties) && {
      properties: Object.fromEntries(
        Object.entries(recordsOf(properties)).map(([name, property]) => [name, withoutConstraints(property)]),
      ),
    }),
    ...(isRecord(items) && { items: withoutConstraints(items) }),
  };
}

/** The name of a simple type: `number`, `a|b`, `string or null`. `undefined` for objects and lists. */
function typeNameOf({ type, format, enum: values, anyOf }: Json): string | undefined {
  if (Array.isArray(anyOf)) {
    const names = anyOf.filter(isRecord).map(typeNameOf);
    return names.includes(undefined) ? undefined : names.join(' or ');
  }
  if (Array.isArray(values)) return values.join('|');
  if (typeof type !== 'string' || type === 'object' || type === 'array') return undefined;
  return typeof format === 'string' ? format : type;
}

/** The members of a schema's `properties`. */
function recordsOf(properties: unknown): Record<string, Row> {
  const entries = isRecord(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(entries.map(([name, value]) => [name, isRecord(value) ? value : {}]));
}
