/** The OpenAPI 3.1 document, generated from the table of endpoints: schemas are JSON Schema 2020-12, which is OpenAPI's own. */
import * as z from 'zod';
import { type Endpoint, type EndpointName, endpoints } from '../contract/endpoints.ts';
import { ResponseMetaSchema } from '../contract/envelope.ts';
import { answerSchemas, descriptionOf, type Json, nameOfSchema, schemaOf } from '../contract/json-schema.ts';
import { EXAMPLES } from './openapi-examples.ts';

/** The version of the interface (specification, "Versioning"). */
export const API_VERSION = '1.5.0';

/** An operation, as the document has it. */
export interface Operation extends Json {
  operationId: string;
  summary: string;
  parameters?: { name: string; in: string; required: boolean; description: string; schema: Json; example?: unknown }[];
  requestBody?: Json;
  responses: Record<string, Json>;
}

/** The document, as far as the reference page reads it. */
export interface OpenApiDocument extends Json {
  openapi: string;
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; responses: Record<string, Json>; securitySchemes: Json };
}

const ErrorBodySchema = z.object({
  success: z.literal(false).describe('Always `false`: answers have a body of another shape.'),
  error: z
    .object({
      code: z.string().describe('Stable, for machines; a reader must expect codes that it does not know.'),
      message: z.string().describe('What was wrong, with which value, and what to do.'),
      details: z
        .object({ parameter: z.string().describe('The parameter at fault.') })
        .exactOptional()
        .describe('More on a mistake of the caller.'),
    })
    .describe('What failed.'),
  meta: ResponseMetaSchema.describe(descriptionOf('Found', 'meta')),
});

/** Every failure that an endpoint can answer with (specification, "Errors"; design §5.1, §5.2). None is billed. */
const FAILURES: Record<string, { name: string; description: string; codes: string[]; headers?: Json }> = {
  '400': {
    name: 'BadRequest',
    description: 'The request is wrong; `error.details.parameter` names what is.',
    codes: ['INVALID_PARAMETER', 'NATIVE_LANGUAGE_NOT_SUPPORTED', 'UNSUPPORTED_URL'],
  },
  '401': { name: 'Unauthorized', description: 'The API key is missing, wrong or revoked.', codes: ['UNAUTHORIZED'] },
  '413': { name: 'BodyTooLarge', description: 'The body is too long.', codes: ['BODY_TOO_LARGE'] },
  '429': {
    name: 'TooManyRequests',
    description:
      '`RATE_LIMITED`, with `Retry-After`: more calls at once than the packs allow. `QUOTA_EXCEEDED`, without: no credit is left.',
    codes: ['RATE_LIMITED', 'QUOTA_EXCEEDED'],
    headers: { 'Retry-After': { description: 'seconds to wait', schema: { type: 'integer', minimum: 1 } } },
  },
  '500': {
    name: 'Failed',
    description: 'The service failed: its parser, its connection, its time.',
    codes: ['INTERNAL', 'PARSER_ERROR', 'TRANSPORT_ERROR', 'TIMEOUT'],
  },
  '503': {
    name: 'Unavailable',
    description: 'The marketplace cannot be had now.',
    codes: ['UNAVAILABLE', 'BLOCKED', 'CAPTCHA', 'INTERSTITIAL', 'PROOF_OF_WORK', 'ROBOT_CHECK', 'SIGN_IN_REQUIRED'],
  },
};

const REQUEST_ID = { 'X-Request-Id': { description: '`meta.request_id`', schema: { type: 'string', format: 'uuid' } } };

/** The document of the service. */
export function openApiDocument(serverUrl: string): OpenApiDocument {
  const names = Object.keys(endpoints) as EndpointName[];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Retail marketplace data',
      version: API_VERSION,
      description:
        'Live pages of a retail marketplace as JSON. An entity that is not found is no error: `found` is false, `data` is null, and the request is billed. Failures are not billed.',
    },
    servers: [{ url: serverUrl }],
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(names.map((name) => [endpoints[name].path, pathItem(name)])),
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      responses: Object.fromEntries(Object.values(FAILURES).map((failure) => [failure.name, failureResponse(failure)])),
      schemas: answerSchemas(refOf, { ErrorBody: ErrorBodySchema }),
    },
  };
}

function pathItem(name: EndpointName): Record<string, Operation> {
  const { method, summary, responses }: Endpoint = endpoints[name];
  const { params, answer } = EXAMPLES[name];
  const failures = Object.entries(FAILURES).filter(([status]) => status !== '413' || method === 'POST');
  const operation: Operation = {
    operationId: name,
    summary,
    ...(method === 'GET' ? { parameters: parametersOf(name) } : { requestBody: bodyOf(name, params) }),
    responses: {
      '200': {
        description: 'Answered, found or not. Billed: one credit.',
        headers: REQUEST_ID,
        content: { 'application/json': { schema: envelopeOf(responses), example: answer } },
      },
      ...Object.fromEntries(
        failures.map(([status, { name: id }]) => [status, { $ref: `#/components/responses/${id}` }]),
      ),
    },
  };
  return { [method.toLowerCase()]: operation };
}

function parametersOf(name: EndpointName): NonNullable<Operation['parameters']> {
  const schema = schemaOf(endpoints[name].params) as { properties: Record<string, Json>; required: string[] };
  const examples: Json = EXAMPLES[name].params;
  return Object.entries(schema.properties).map(([parameter, { description, ...rest }]) => ({
    name: parameter,
    in: 'query',
    required: schema.required.includes(parameter),
    description: String(description),
    schema: rest,
    ...(parameter in examples ? { example: examples[parameter] } : {}),
  }));
}

function bodyOf(name: EndpointName, example: unknown): Json {
  const schema = schemaOf(endpoints[name].params);
  return { required: true, content: { 'application/json': { schema, example } } };
}

/** The envelope of one page type, or of any of several. */
function envelopeOf(responses: Endpoint['responses']): Json {
  const both = Object.entries(responses).flatMap(([type, data]) =>
    [
      { found: { const: true }, data: ref(nameOfSchema(data)) },
      { found: { const: false }, data: { type: 'null' } },
    ].map((rest) =>
      envelope({ success: { const: true }, page_type: { const: type }, meta: ref('ResponseMeta'), ...rest }),
    ),
  );
  return { oneOf: both };
}

function envelope(members: Record<string, Json>): Json {
  const described = Object.entries(members).map(([name, schema]) => {
    const description = descriptionOf('Found', name);
    return [name, { description, ...schema }] as const;
  });
  return objectOf(Object.fromEntries(described));
}

function objectOf(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties) };
}

function failureResponse({ description, codes, headers }: (typeof FAILURES)[string]): Json {
  const schema = {
    allOf: [
      ref('ErrorBody'),
      {
        properties: { error: { description, properties: { code: { description: 'One of these.', examples: codes } } } },
      },
    ],
  };
  return {
    description: `${description} Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    headers: { ...REQUEST_ID, ...headers },
    content: { 'application/json': { schema } },
  };
}

function ref(id: string): Json {
  return { $ref: refOf(id) };
}

function refOf(id: string): string {
  return `#/components/schemas/${id}`;
}
