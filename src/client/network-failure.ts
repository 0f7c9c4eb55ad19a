/** Recognises network errors in what a fetcher of the user throws. */
import { InternalError, MarketplaceError, TransportError } from '../contract/errors.ts';

/** Codes of the operating system, of Node, and of common HTTP clients. @see https://nodejs.org/api/errors.html#common-system-errors */
const NETWORK_CODES = new Set([
  ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ESOCKETTIMEDOUT', 'ENETRESET'],
  ...['ENETDOWN', 'ENETUNREACH', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'ERR_NETWORK'],
  ...['ERR_SOCKET_CLOSED', 'ERR_SOCKET_CONNECTION_TIMEOUT', 'ERR_STREAM_PREMATURE_CLOSE'],
  ...['ERR_HTTP2_STREAM_ERROR', 'ERR_HTTP2_SESSION_ERROR', 'ERR_HTTP2_GOAWAY_SESSION', 'ERR_HTTP2_STREAM_CANCEL'],
  ...['UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
  ...['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'UND_ERR_PRX_TLS'],
]);
const TIMEOUT_CODE = /TIMED?OUT/;
/** Messages without a code: of `fetch`, and of browsers. */
const NETWORK_MESSAGE = /^(?:fetch failed|terminated|other side closed|socket hang up)$|\bnet::ERR_|\bNS_ERROR_NET_/;
const INTERRUPTED = new Set(['AbortError', 'TimeoutError']);

/** How many causes of causes are looked at. Limits the search if an error is its own cause. */
const DEEPEST_CAUSE = 5;

/**
 * Returns a retryable `TransportError` for a network error that a page source threw, and every other error unchanged. Call it only while the call
 * runs: an `AbortError` is then a time limit of the source itself.
 */
export function transportErrorOf(error: unknown): unknown {
  if (error instanceof MarketplaceError || !isError(error)) return error;
  // The innermost cause has the code.
  const found = causesOf(error).findLast(isNetworkError);
  if (found === undefined) return error;
  const code = codeOf(found);
  const detail = code === undefined || error.message.includes(code) ? '' : ` (${code})`;
  const reason = (error.message || error.name).replace(/\.$/, '');
  return new TransportError(`the page source failed: ${reason}${detail}.`, { cause: error });
}

/** Returns the error for anything that is thrown and is not an error of the library: a bug, which is not retried. */
export const internalErrorOf = (thrown: unknown): InternalError =>
  new InternalError(thrownText(thrown), { retryable: false, cause: thrown });

/** Objects are not printed: they can contain passwords. */
function thrownText(thrown: unknown): string {
  if (isError(thrown)) return thrown.message || thrown.name;
  if (typeof thrown === 'string' && thrown !== '') return thrown;
  const what = typeof thrown === 'object' && thrown !== null ? 'an object' : String(thrown);
  return `the page source failed with ${what || 'an empty string'}: expected an Error.`;
}

/** Whether an attempt failed because of a time limit. */
export const isTimeout = (error: Error): boolean =>
  causesOf(error).some((cause) => cause.name === 'TimeoutError' || TIMEOUT_CODE.test(codeOf(cause) ?? ''));

const isNetworkError = (error: Error): boolean =>
  NETWORK_CODES.has(codeOf(error) ?? '') || NETWORK_MESSAGE.test(error.message) || INTERRUPTED.has(error.name);

/** Also for errors of another realm, such as those of Node in a test runner that has a context of its own. */
const isError = (thrown: unknown): thrown is Error =>
  thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]';

/** Returns an error and its causes, outermost first. */
export function causesOf(error: Error): Error[] {
  const causes: Error[] = [];
  for (let next: unknown = error; isError(next) && causes.length < DEEPEST_CAUSE; next = next.cause) {
    causes.push(next);
  }
  return causes;
}

/** Returns the code of an error, if it has one. */
export function codeOf(error: Error): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
}
