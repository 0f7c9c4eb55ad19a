/** The time limit of one page. */
import { MarketplaceError, ParseError } from '../../contract/errors.ts';
import { LIMITS, PageLimit, TimeLimit } from '../../html/index.ts';

/**
 * Returns the default of `parseTimeoutMs`. A page takes 15 to 60 ms. The first page of a process takes ten times as long, and more than two seconds
 * on a machine with dozens of busy processes: an ordinary page must never reach the limit.
 */
export const defaultParseTimeoutMs = (characters: number): number =>
  Math.ceil(10_000 + 2_000 * (characters / 1_000_000));

/** Returns the error of a page that could not be read within a limit. */
export const parseTimeout = (url: string, ms: number): ParseError =>
  new ParseError(
    `parseTimeoutMs: the page ${url} could not be read within ${ms} ms. Set a longer parseTimeoutMs if the machine is slow or the page is very large.`,
    { code: 'PARSE_TIMEOUT' },
  );

/** Returns the error of a page that a reader could not read. */
function unreadable(url: string, cause: unknown): MarketplaceError {
  if (cause instanceof MarketplaceError) return cause;
  const what =
    cause instanceof PageLimit
      ? `html: the page ${url} has ${cause.message}: no page of a marketplace has. Check that it is complete and unchanged.`
      : `the page ${url} could not be read: ${String(cause).replace(/\.$/, '')}.`;
  return new ParseError(what, { cause });
}

/**
 * Returns the result of `read`, which reads a page. A reader that throws is a fault of this library; the caller gets a `ParseError`.
 *
 * @throws ParseError `PARSE_TIMEOUT` if it takes longer than `parseTimeoutMs`; `PARSER_ERROR` if the page is beyond a limit
 */
export function readInTime<T>(
  html: string,
  { url, parseTimeoutMs }: { url: string; parseTimeoutMs?: number | undefined },
  read: () => T,
): T {
  const ms = parseTimeoutMs ?? defaultParseTimeoutMs(html.length);
  const mostSteps = LIMITS.steps + LIMITS.stepsPerCharacter * html.length;
  try {
    return new TimeLimit(ms, () => parseTimeout(url, ms), mostSteps).run(read);
  } catch (cause) {
    throw unreadable(url, cause);
  }
}
