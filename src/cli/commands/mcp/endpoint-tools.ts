/** One tool per endpoint, derived from the table of endpoints. */
import { ENDPOINT_NAMES, type Endpoint, type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import type { Json } from '../../../contract/json-schema.ts';
import {
  type CallFunction,
  callFunctionOf,
  type EndpointMethods,
  type Marketplace,
  type Params,
} from '../../../contract/marketplace.ts';
import { checkedFields, FIELDS_HELP, pathsOf } from './fields.ts';
import { inputSchema, type Tool, type ToolDefaults, UNTRUSTED } from './tool-call.ts';

/** Returns the tools of a marketplace. Only the calls of this package report their responses. */
export function endpointTools(marketplace: Marketplace, defaults: ToolDefaults): Tool[] {
  const methods: EndpointMethods = marketplace;
  const call: CallFunction = callFunctionOf(marketplace) ?? ((name, params, options) => methods[name](params, options));
  return ENDPOINT_NAMES.map((name) => endpointTool(name, call, defaults));
}

function endpointTool<Name extends EndpointName>(name: Name, call: CallFunction, defaults: ToolDefaults): Tool {
  const { summary, params: table, responses: types }: Endpoint = endpoints[name];
  return {
    name,
    title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    description: `${summary} ${UNTRUSTED}`,
    input: inputSchema(table, FIELDS_HELP, defaults),
    output: OUTPUT,
    async run({ fields, ...params }, { signal, report }) {
      const asked = { ...params, fields: pathsOf(types, checkedFields(fields, types)) };
      const envelope = await call(name, asked as unknown as Params<Name>, { signal }, ({ status }) =>
        report(`received status ${status}`),
      );
      return { ...envelope };
    },
  };
}

/**
 * The schema of every envelope. The tool `describe_fields` describes the data. Clients reject a result that violates the schema, and live pages can
 * contain more than the contract knows.
 */
const OUTPUT: Json = { type: 'object', required: ['found', 'data'] };
