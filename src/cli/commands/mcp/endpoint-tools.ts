/** One tool per endpoint, derived from the table of endpoints. */
import { ENDPOINT_NAMES, type Endpoint, type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { isRecord } from '../../../contract/json.ts';
import { type Json, schemaOf } from '../../../contract/json-schema.ts';
import {
  type CallFunction,
  callFunctionOf,
  type EndpointMethods,
  type Marketplace,
  type Params,
} from '../../../contract/marketplace.ts';
import { paramsSchemas } from '../../../contract/schemas/params.ts';
import type { Row } from '../../../tables/rows.ts';
import { checkedFields, FIELDS_HELP, pathsOf } from './fields.ts';
import { textOfEnvelope } from './short-text.ts';
import { type Tool, UNTRUSTED } from './tool-call.ts';

/** Defaults of the server's calls. They replace those of the contract in the schemas. */
export interface ToolDefaults {
  marketplace?: string | undefined;
  language?: string | undefined;
}

/** Shorter than the contract's: a model reads it once for each tool. */
export const LANGUAGE = { description: 'native: own language of it, fr, de, es.' };

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
    description: `${summary} ${UNTRUSTED}`,
    input: inputSchema(name, defaults),
    output: OUTPUT,
    text: textOfEnvelope,
    async run({ fields, ...params }, { signal, report }) {
      const asked = { ...params, fields: pathsOf(types, checkedFields(fields, types)) };
      const envelope = await call(name, asked as unknown as Params<Name>, { signal }, ({ status }) =>
        report(`received status ${status}`),
      );
      return { ...envelope };
    },
  };
}

function inputSchema(name: EndpointName, defaults: ToolDefaults): Json {
  const { description: _, properties, ...schema } = schemaOf(paramsSchemas[name]);
  const parameters = Object.entries(recordsOf(properties)).map(([parameter, property]) => {
    const own = 'default' in property ? defaults[parameter as keyof ToolDefaults] : undefined;
    const more = { ...(own !== undefined && { default: own }), ...(parameter === 'language' && LANGUAGE) };
    return [parameter, { ...property, ...more }] as const;
  });
  const fields = { description: FIELDS_HELP, type: 'array', items: { type: 'string' } };
  return { ...schema, properties: { ...Object.fromEntries(parameters), fields } };
}

/**
 * The schema of every envelope. The tool `describe_fields` describes the data. Clients reject a result that violates the schema, and live pages can
 * contain more than the contract knows.
 */
const OUTPUT: Json = { type: 'object', required: ['found', 'data'] };

/** The members of a schema's `properties`. */
function recordsOf(properties: unknown): Record<string, Row> {
  const entries = isRecord(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(entries.map(([name, value]) => [name, isRecord(value) ? value : {}]));
}
