/** What an assistant is told of a call that failed. */
import { BadRequestError, MarketplaceError } from '../../contract/errors.ts';
import type { Json } from '../../contract/json-schema.ts';
import { hintFor } from '../hints.ts';

/**
 * A failure as JSON: what was wrong, what to do, whether the same call can succeed later, and what it cost.
 *
 * @param flags The flags that the server could have been started with.
 */
export function failureOf(error: unknown, flags: readonly string[]): Json {
  const known = error instanceof MarketplaceError ? error : undefined;
  const parameter = known instanceof BadRequestError ? known.parameter : undefined;
  const told = {
    code: known?.code ?? 'INTERNAL',
    message: error instanceof Error ? error.message : String(error),
    what_to_do: hintFor(error, flags) ?? adviceOn(known, parameter),
    parameter,
    retryable: known?.retryable ?? false,
    retry_after_seconds: known?.retryAfterMs === undefined ? undefined : Math.ceil(known.retryAfterMs / 1000),
    credits_charged: known?.usage?.requests_consumed ?? Number(known?.billed ?? false),
    credits_remaining: known?.usage?.requests_remaining,
    request_id: known?.requestId,
  };
  return { error: Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined)) };
}

function adviceOn(error: MarketplaceError | undefined, parameter: string | undefined): string {
  if (parameter !== undefined) return `mend "${parameter}" and call again`;
  return error?.retryable === true
    ? 'wait, then call again with the same input: it can succeed later'
    : 'do not call again with the same input: it would fail again';
}
