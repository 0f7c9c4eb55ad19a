/** The OpenAPI 3.1 document, generated from the table of endpoints: schemas are JSON Schema 2020-12, which is OpenAPI's own. */
import { dataSchemas } from '../contract/data/index.ts';
import { type Endpoint, type EndpointName, endpoints } from '../contract/endpoints.ts';
import { ERROR_CODES } from '../contract/error-codes.ts';
import type { ErrorCode } from '../contract/error-kinds.ts';
import { MOST_FIELDS } from '../contract/fields.ts';
import { type Json, nameOfSchema, responseSchemas, schemaOf } from '../contract/json-schema.ts';
import { EnvelopeFrameSchema } from '../contract/schemas/envelope.ts';
import { paramsSchemas } from '../contract/schemas/params.ts';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED } from './gates/repeats.ts';
import { exampleResponse } from './openapi-examples.ts';

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

/** The name of the component that describes the failures with a status. */
const COMPONENTS: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  404: 'UnknownPath',
  405: 'WrongMethod',
  408: 'TooSlow',
  413: 'BodyTooLarge',
  422: 'IdempotencyKeyReused',
  429: 'TooManyRequests',
  431: 'HeadersTooLarge',
  500: 'Failed',
  503: 'Unavailable',
};

/** Headers of the failures with a status. */
const HEADERS: Readonly<Record<number, Json>> = {
  429: retryAfter('Sent with `RATE_LIMITED`.'),
  503: retryAfter('Sent if the time is known, after a 429 of the site, and when the service is busy.'),
};

function retryAfter(when: string): Json {
  const schema = { type: 'integer', minimum: 1 };
  return { 'Retry-After': { description: `Seconds to wait. ${when}`, schema } };
}

/** Codes that also have another status than their own. */
const FURTHER_CODES: Readonly<Record<number, readonly ErrorCode[]>> = { 422: ['INVALID_PARAMETER'] };

/** Descriptions that differ from those of the codes. */
const DESCRIPTIONS: Readonly<Record<number, string>> = {
  422: `\`INVALID_PARAMETER\`: the \`${IDEMPOTENCY_KEY}\` was used for a call with other parameters.`,
};

/** The failures that an endpoint can respond with. Failed calls are not billed. */
interface Failures {
  status: number;
  /** Name of the component. */
  name: string;
  codes: readonly ErrorCode[];
}

const FAILURES: readonly Failures[] = Object.entries(COMPONENTS).map(([status, name]) => ({
  status: Number(status),
  name,
  codes: (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => {
    const info = ERROR_CODES[code];
    const isFurther = FURTHER_CODES[Number(status)]?.includes(code) === true;
    return isFurther || (['call', 'server'].includes(info.source) && info.status === Number(status));
  }),
}));

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
      responses: Object.fromEntries(FAILURES.map((failure) => [failure.name, failureResponse(failure)])),
      schemas: responseSchemas(refOf),
    },
  };
}

function pathItem(name: EndpointName): Record<string, Operation> {
  const { method, summary, responses }: Endpoint = endpoints[name];
  const failures = FAILURES.filter(({ status }) => status !== 413 || method === 'POST');
  const operation: Operation = {
    operationId: name,
    summary,
    parameters: [...(method === 'GET' ? parametersOf(name) : []), IDEMPOTENCY_PARAMETER],
    ...(method === 'POST' ? { requestBody: bodyOf(name) } : {}),
    responses: {
      '200': {
        description: 'The page as JSON, or `found: false` if it does not exist. Billed: one credit.',
        headers: { ...REQUEST_ID, ...REPLAYED },
        content: { 'application/json': { schema: envelopeOf(responses), example: exampleResponse(name) } },
      },
      ...Object.fromEntries(
        failures.map(({ status, name: id }) => [String(status), { $ref: `#/components/responses/${id}` }]),
      ),
    },
  };
  return { [method.toLowerCase()]: operation };
}

function parametersOf(name: EndpointName): NonNullable<Operation['parameters']> {
  const schema = schemaOf(paramsSchemas[name]) as { properties: Record<string, Json>; required: string[] };
  const examples: Json = endpoints[name].example;
  const own = Object.entries(schema.properties).map(([parameter, { description, ...rest }]) => ({
    name: parameter,
    in: 'query' as const,
    required: schema.required.includes(parameter),
    description: String(description),
    schema: rest,
    ...(parameter in examples ? { example: examples[parameter] } : {}),
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
  return objectOf(Object.fromEntries(described));
}

function objectOf(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties) };
}

function failureResponse({ status, codes }: Failures): Json {
  const description =
    DESCRIPTIONS[status] ?? codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].summary}`).join(' ');
  const code = { description: 'One of these.', examples: codes };
  const schema = { allOf: [ref('ErrorBody'), { properties: { error: { description, properties: { code } } } }] };
  return { description, headers: { ...REQUEST_ID, ...HEADERS[status] }, content: { 'application/json': { schema } } };
}

function ref(id: string): Json {
  return { $ref: refOf(id) };
}

function refOf(id: string): string {
  return `#/components/schemas/${id}`;
}
