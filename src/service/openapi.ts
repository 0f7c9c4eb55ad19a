/** The OpenAPI 3.1 document, generated from the table of endpoints: schemas are JSON Schema 2020-12, which is OpenAPI's own. */
import { dataSchemas } from '../contract/data/index.ts';
import { type Endpoint, type EndpointName, endpoints } from '../contract/endpoints.ts';
import { ERROR_CODES, type ErrorCodeInfo } from '../contract/error-codes.ts';
import type { ErrorCode } from '../contract/error-kinds.ts';
import { MOST_FIELDS } from '../contract/fields.ts';
import examples from '../contract/generated/examples.json' with { type: 'json' };
import { type Json, nameOfSchema, responseSchemas, schemaOf } from '../contract/json-schema.ts';
import { EnvelopeFrameSchema } from '../contract/schemas/envelope.ts';
import { paramsSchemas } from '../contract/schemas/params.ts';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED } from './calls.ts';

/** The version of the interface. */
const API_VERSION = '1.5.0';

/** An operation of the document. */
export interface Operation extends Json {
  operationId: string;
  summary: string;
  parameters?: {
    name: string;
    in: string;
    required: boolean;
    description: string;
    schema: Json;
    explode?: boolean;
    example?: unknown;
  }[];
  requestBody?: Json;
  responses: Record<string, Json>;
}

/** The members of the document that the reference page reads. */
export interface OpenApiDocument extends Json {
  openapi: string;
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; responses: Record<string, Json>; securitySchemes: Json };
}

/** The failures with a status. */
interface Failures {
  /** Name of the component. */
  name: string;
  /** The codes, if they also have another status. @default those of calls with the status */
  codes?: readonly ErrorCode[];
  /** A description that differs from that of the codes. */
  description?: string;
  headers?: Json;
}

/** The failures that an endpoint can respond with, by status. Failed calls are not billed. */
const FAILURES: Readonly<Record<string, Failures>> = {
  400: { name: 'BadRequest' },
  401: { name: 'Unauthorized' },
  404: { name: 'UnknownPath' },
  405: { name: 'WrongMethod' },
  408: { name: 'TooSlow' },
  413: { name: 'BodyTooLarge' },
  422: {
    name: 'IdempotencyKeyReused',
    codes: ['INVALID_PARAMETER'],
    description: `\`INVALID_PARAMETER\`: the \`${IDEMPOTENCY_KEY}\` was used for a call with other parameters.`,
  },
  429: { name: 'TooManyRequests', headers: retryAfter('Sent with `RATE_LIMITED`.') },
  431: { name: 'HeadersTooLarge' },
  500: { name: 'Failed' },
  503: {
    name: 'Unavailable',
    headers: retryAfter('Sent if the time is known, after a 429 of the site, and when the service is busy.'),
  },
};

function retryAfter(when: string): Json {
  const schema = { type: 'integer', minimum: 1 };
  return { 'Retry-After': { description: `Seconds to wait. ${when}`, schema } };
}

/** Returns the codes of calls with a status. */
function codesOf(status: string): ErrorCode[] {
  const infos = Object.entries(ERROR_CODES) as [ErrorCode, ErrorCodeInfo][];
  const own = infos.filter(([, info]) => ['call', 'server'].includes(info.source) && String(info.status) === status);
  return own.map(([code]) => code);
}

const IDEMPOTENCY_PARAMETER = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  required: false,
  description:
    'Identifies the call: 1 to 255 printable ASCII characters, such as a UUID. A repeated request with the same key and parameters gets the stored response and is not charged again. Failures are not stored. After a time, 24 hours by default, the key can be used again.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
};

const REPLAYED = {
  [IDEMPOTENCY_REPLAYED]: {
    description: '`true` if the response is the stored one of an earlier request with the same key. Absent otherwise.',
    schema: { const: 'true' },
  },
};

const REQUEST_ID = { 'X-Request-Id': { description: '`meta.request_id`', schema: { type: 'string', format: 'uuid' } } };

/** Returns the OpenAPI document of the service. */
export function openApiDocument(serverUrl: string): OpenApiDocument {
  const names = Object.keys(endpoints) as EndpointName[];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Retail marketplace data',
      version: API_VERSION,
      description:
        'Live pages of a retail marketplace as JSON. A product or seller that does not exist is not an error: `found` is false, `data` is null, and the request is billed. Failures are not billed.',
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(names.map((name) => [endpoints[name].path, pathItem(name)])),
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      responses: Object.fromEntries(
        Object.entries(FAILURES).map(([status, failures]) => [failures.name, failureResponse(status, failures)]),
      ),
      schemas: responseSchemas(refOf),
    },
  };
}

function pathItem(name: EndpointName): Record<string, Operation> {
  const { method, summary, responses }: Endpoint = endpoints[name];
  const failures = Object.entries(FAILURES).filter(([status]) => status !== '413' || method === 'POST');
  const operation: Operation = {
    operationId: name,
    summary,
    parameters: [...(method === 'GET' ? parametersOf(name) : []), IDEMPOTENCY_PARAMETER],
    ...(method === 'POST' ? { requestBody: bodyOf(name) } : {}),
    responses: {
      '200': {
        description: 'The page as JSON, or `found: false` if it does not exist. Billed: one credit.',
        headers: { ...REQUEST_ID, ...REPLAYED },
        content: { 'application/json': { schema: envelopeOf(responses), example: examples[name] } },
      },
      ...Object.fromEntries(
        failures.map(([status, { name: id }]) => [status, { $ref: `#/components/responses/${id}` }]),
      ),
    },
  };
  return { [method.toLowerCase()]: operation };
}

function parametersOf(name: EndpointName): NonNullable<Operation['parameters']> {
  const schema = schemaOf(paramsSchemas[name]) as { properties: Record<string, Json>; required: string[] };
  const example: Json = endpoints[name].example;
  const own = Object.entries(schema.properties).map(([parameter, { description, ...rest }]) => ({
    name: parameter,
    in: 'query' as const,
    required: schema.required.includes(parameter),
    description: String(description),
    schema: rest,
    ...(parameter in example ? { example: example[parameter] } : {}),
  }));
  return [...own, { name: 'fields', in: 'query', required: false, explode: false, ...FIELDS }];
}

/** The parameter of every endpoint that is not in the table of parameters. */
const FIELDS = {
  description:
    'Extension: only these fields of `data`, by their paths with dots, such as `title`, `brand.name` and `shallow_parts.price`. In a query they ' +
    'are separated by commas. What identifies the data (`asin`, for example) is always part of it; all other members can be missing, also ' +
    'required ones. Costs as much as all fields. Default: all fields.',
  schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: MOST_FIELDS },
};

function bodyOf(name: EndpointName): Json {
  const { example } = endpoints[name];
  const own = schemaOf(paramsSchemas[name]);
  const { description, schema: list } = FIELDS;
  const schema = { ...own, properties: { ...(own.properties as Json), fields: { description, ...list } } };
  return { required: true, content: { 'application/json': { schema, example } } };
}

/** Returns the schema of the envelopes of an endpoint. */
function envelopeOf(responses: Endpoint['responses']): Json {
  const both = responses.flatMap((type) =>
    [
      { found: { const: true }, data: ref(nameOfSchema(dataSchemas[type])) },
      { found: { const: false }, data: { type: 'null' } },
    ].map((rest) =>
      envelope({ success: { const: true }, page_type: { const: type }, meta: ref('ResponseMeta'), ...rest }),
    ),
  );
  return { oneOf: both };
}

function envelope(members: Record<string, Json>): Json {
  const described = Object.entries(members).map(([name, schema]) => {
    const { description } = EnvelopeFrameSchema.shape[name as keyof typeof EnvelopeFrameSchema.shape];
    return [name, { description, ...schema }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(described), required: Object.keys(members) };
}

function failureResponse(status: string, { codes = codesOf(status), headers, ...given }: Failures): Json {
  const summaries = codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].summary}`);
  const { description = summaries.join(' ') } = given;
  const code = { description: 'One of these.', examples: codes };
  const schema = { allOf: [ref('ErrorBody'), { properties: { error: { description, properties: { code } } } }] };
  return { description, headers: { ...REQUEST_ID, ...headers }, content: { 'application/json': { schema } } };
}

function ref(id: string): Json {
  return { $ref: refOf(id) };
}

function refOf(id: string): string {
  return `#/components/schemas/${id}`;
}
