/** The body of a failed response over HTTP: its schema, its writer and its reader. */
import * as z from 'zod';
import { type ResponseMeta, ResponseMetaSchema, type Usage, UsageSchema } from './envelope.ts';

/** The body that the service sends for a failure. */
export const ErrorBodySchema = z.object({
  success: z.literal(false).describe('Always `false`. Successful responses have a body of another shape.'),
  error: z
    .object({
      code: z.string().describe('Stable, machine-readable code. Clients must expect codes that they do not know.'),
      message: z.string().describe('What was wrong, with the value, and what to do.'),
      details: z
        .object({ parameter: z.string().describe('Name of the invalid parameter.') })
        .exactOptional()
        .describe("Details of a caller's mistake."),
    })
    .describe('The failure.'),
  meta: ResponseMetaSchema.describe('About the request.'),
});

/** The body that the service sends for a failure. */
export type ErrorBody = z.output<typeof ErrorBodySchema>;

/** The facts about a failure that its body has. */
export interface ErrorFacts {
  code?: string | undefined;
  message?: string | undefined;
  /** Name of the invalid parameter (`details.parameter`). */
  parameter?: string | undefined;
  requestId?: string | undefined;
  usage?: Usage | undefined;
}

/** Returns the body of a failure. */
export function errorBody(
  { code, message, parameter }: { code: string; message: string; parameter?: string | undefined },
  meta: ResponseMeta,
): ErrorBody {
  const details = parameter === undefined ? {} : { details: { parameter } };
  return { success: false, error: { code, message, ...details }, meta };
}

/**
 * Reads the body of a failure. Bodies of other shapes are read as far as possible: `{ error: "..." }`, `{ message, code }`, `{ errors: [...] }`,
 * `{ detail }` and `{ title }` of problem details (RFC 9457).
 */
export function readErrorBody(json: unknown): ErrorFacts {
  const body = members(json);
  const error = members(body.error ?? (Array.isArray(body.errors) ? body.errors[0] : undefined));
  const texts = [error.message, body.error, body.message, body.detail, body.title, json];
  return {
    code: nonEmpty(error.code) ?? nonEmpty(body.code),
    message: texts.map(nonEmpty).find((message) => message !== undefined),
    parameter: nonEmpty(members(error.details).parameter),
    ...readMeta(body.meta),
  };
}

/** Reads the request id and the usage of a `meta`, as far as they are there. */
export function readMeta(meta: unknown): Pick<ErrorFacts, 'requestId' | 'usage'> {
  const { request_id, usage } = members(meta);
  return { requestId: nonEmpty(request_id), usage: UsageSchema.safeParse(usage).data };
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
