/** What the body of a failed answer says, whatever its shape: the documented one (design §5.1), another JSON, or no JSON at all. */
import { type Usage, UsageSchema } from '../contract/envelope.ts';

/** What is known of a failure from its body. */
export interface ErrorBody {
  code?: string;
  message?: string;
  /** The parameter at fault (`details.parameter`). */
  parameter?: string;
  requestId?: string;
  usage?: Usage;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads `{ success: false, error: { code, message, details }, meta }`; else what comes nearest: `{ error: "..." }`, `{ message, code }`,
 * `{ errors: [...] }`, `{ detail }` and `{ title }` of problem details.
 */
export function readErrorBody(json: unknown): ErrorBody {
  const body = members(json);
  const error = members(body.error ?? (Array.isArray(body.errors) ? body.errors[0] : undefined));
  const message =
    text(error.message) ??
    text(body.error) ??
    text(body.message) ??
    text(body.detail) ??
    text(body.title) ??
    text(json);
  const code = text(error.code) ?? text(body.code);
  const parameter = text(members(error.details).parameter);
  const { requestId, usage } = readMeta(body.meta);
  return {
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    ...(parameter === undefined ? {} : { parameter }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** The request id and the usage of a `meta`, as far as they are there. */
export function readMeta(meta: unknown): { requestId: string | undefined; usage: Usage | undefined } {
  const { request_id, usage } = members(meta);
  return { requestId: text(request_id), usage: UsageSchema.safeParse(usage).data };
}

function members(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
