/** A tool an endpoint: its name, its input and its words come from the table of endpoints. */

import { ENDPOINT_NAMES, type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { type Json, schemaOf } from '../../contract/json-schema.ts';
import {
  type AnyEnvelope,
  type CallFunction,
  callFunctionOf,
  type EndpointMethods,
  type Marketplace,
  type Params,
} from '../../contract/marketplace.ts';
import type { PageType } from '../../contract/page-types.ts';
import { isRecord } from '../output/rows.ts';
import { fieldsHelp, pickData, wantedFields } from './fields.ts';
import { envelopeSchema } from './open-schema.ts';
import { type Tool, UNTRUSTED } from './tool.ts';

/** The defaults of calls, as the server was started: they stand in the schemas in place of the contract's. */
export interface ToolDefaults {
  marketplace?: string | undefined;
  language?: string | undefined;
}

/** The tools of a marketplace. */
export function endpointTools(marketplace: Marketplace, defaults: ToolDefaults): Tool[] {
  const call = callerOf(marketplace);
  return ENDPOINT_NAMES.map((name) => endpointTool(name, call, defaults));
}

/** The function that makes a marketplace's calls; another implementation of the interface tells of no answers on the way. */
export function callerOf(marketplace: Marketplace): CallFunction {
  const calls: EndpointMethods = marketplace;
  return callFunctionOf(marketplace) ?? ((name, params, options) => calls[name](params, options));
}

function endpointTool<Name extends EndpointName>(name: Name, call: CallFunction, defaults: ToolDefaults): Tool {
  const { summary, responses: types }: Endpoint = endpoints[name];
  return {
    name,
    title: titleOf(name),
    description: `${summary} \`found\` is false, and \`data\` null, when the marketplace has no such thing: that is an answer. ${UNTRUSTED}`,
    input: inputOf(name, types, defaults),
    output: envelopeSchema(types),
    async run({ fields, ...params }, { signal, tell }) {
      const wanted = wantedFields(fields, types);
      const answer = (await call(name, params as Params<Name>, { signal }, ({ status }) =>
        tell(`answered with status ${status}`),
      )) as AnyEnvelope;
      return { ...answer, data: wanted === undefined ? answer.data : pickData(answer, wanted) };
    },
  };
}

function inputOf(name: EndpointName, types: readonly PageType[], defaults: ToolDefaults): Json {
  const { description: _, properties, ...schema } = schemaOf(endpoints[name].params);
  const parameters = Object.entries(isRecord(properties) ? properties : {}).map(([parameter, property]) => {
    const own = isRecord(property) && 'default' in property ? defaults[parameter as keyof ToolDefaults] : undefined;
    return [parameter, own === undefined || !isRecord(property) ? property : { ...property, default: own }] as const;
  });
  const fields = { description: fieldsHelp(types), type: 'array', items: { type: 'string' }, minItems: 1 };
  return { ...schema, properties: { ...Object.fromEntries(parameters), fields } };
}

function titleOf(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
