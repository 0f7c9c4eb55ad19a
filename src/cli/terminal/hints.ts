/** Returns one line of help for an error: hints that name flags and commands, else the cure of the error's code. */
import { ERROR_CODES } from '../../contract/error-codes.ts';
import { isErrorCode } from '../../contract/error-kinds.ts';
import { BadRequestError, BlockedError, MarketplaceError } from '../../contract/errors.ts';
import { isRedisFailure } from '../../redis/errors.ts';

/** By `CODE parameter`, else by `CODE`. */
const HINTS: Readonly<Record<string, string>> = {
  'INVALID_CONFIGURATION baseUrl':
    'Pass --base-url, set BUYBOX_BASE_URL, or write baseUrl in buybox.config.ts. `buybox serve` runs your own service.',
  'INVALID_CONFIGURATION apiKey':
    'Set BUYBOX_API_KEY, or write apiKey in buybox.config.ts. For your own service, `buybox keys create` makes a key.',
  UNAUTHORIZED: 'The service does not know this key: check BUYBOX_API_KEY and --base-url.',
  QUOTA_EXCEEDED: 'Buy a pack of credits. For your own service, `buybox packs add` adds one.',
  TIMEOUT: 'Allow more time with --timeout 2m, or make fewer calls at once.',
  TRANSPORT_ERROR: 'Check the connection, and the URLs of --proxy, --via and --base-url.',
  PARSE_TIMEOUT: 'Allow more time with --parse-timeout 30s.',
  PARSER_ERROR: 'Keep the page with --record DIR, and read it with `buybox explain`.',
};

const BLOCKED =
  'Wait some minutes and make fewer calls, use another proxy (--proxy), or call a service (--backend remote).';

/** Returns what to do next. `undefined` if the message is enough, or if the command lacks the flags that would help. */
export function hintFor(error: unknown, flags: readonly string[]): string | undefined {
  if (!(error instanceof MarketplaceError)) return undefined;
  const hint = hintOf(error);
  // Backquotes hold another command, with flags of its own.
  const named = hint?.replace(/`[^`]*`/g, '').match(/--[a-z-]+/g) ?? [];
  return named.every((flag) => flags.includes(flag)) ? hint : undefined;
}

function hintOf(error: MarketplaceError): string | undefined {
  const parameter = error instanceof BadRequestError ? String(error.parameter) : '';
  const own = HINTS[`${error.code} ${parameter}`] ?? HINTS[error.code];
  if (own !== undefined) return own;
  if (isRedisFailure(error)) return 'Start the Redis server, or correct its URL: --redis or BUYBOX_REDIS_URL.';
  if (error instanceof BlockedError) return BLOCKED;
  const info = isErrorCode(error.code) ? ERROR_CODES[error.code] : undefined;
  // The message of a wrong parameter says how to fix it. An error that overrides its row has another cure.
  return error instanceof BadRequestError || error.retryable !== info?.retryable ? undefined : info.cure;
}
