/** Reads a hostile page and says what was wrong with the outcome. */

import { explainPage, MarketplaceError, type PageContext, ParseError, parsePage } from '../../src/entries/parse.ts';
import { PageLimit } from '../../src/html/index.ts';

/** Something that must never happen. */
type FailureKind = 'slow' | 'growth' | 'crash' | 'error' | 'number' | 'memory';

export interface Failure {
  kind: FailureKind;
  detail: string;
}

/** The outcome: a page, `not_found`, or the code of a typed error. */
export interface Outcome {
  result: string;
  failure?: Failure;
}

/** The reader under attack. A test plants faults here. */
export type Reader = (html: string, context: PageContext) => unknown;

/** Longer than the guard waits. */
const parseTimeoutMs = 600_000;

export const readers = {
  parsePage: (html, context) => parsePage(html, { ...context, parseTimeoutMs }),
  explainPage: (html, context) => explainPage(html, { ...context, parseTimeoutMs }),
  document: (html, context) => parsePage(html, { ...context, parseTimeoutMs, document: true }),
  limited: (html, context) => parsePage(html, context),
} as const satisfies Record<string, Reader>;

/** Milliseconds that a page may take: 2 seconds below a megabyte, else 2 seconds for each megabyte. */
export function limitOf(bytes: number): number {
  return 2000 * Math.max(1, bytes / 1_000_000);
}

/** Returns the outcome of a read. */
export function outcomeOf(read: () => unknown): Outcome {
  try {
    return judged(read());
  } catch (error) {
    return ofError(error);
  }
}

/** Returns the outcome of what a reader returned. */
export function judged(page: unknown): Outcome {
  const { found, document: _, ...rest } = page as { found: boolean; document?: unknown };
  const number = wrongNumber(rest, '');
  const result = found ? 'page' : 'not found';
  return number === undefined ? { result } : { result, failure: { kind: 'number', detail: number } };
}

/** Returns the outcome of an error: a typed one is right, unless it hides a fault. A limit of the page is not a fault. */
export function ofError(error: unknown): Outcome {
  if (!(error instanceof MarketplaceError))
    return { result: 'thrown', failure: { kind: 'error', detail: shown(error) } };
  const { cause } = error;
  // An error from another thread has its name, not its class.
  const isMeant = cause instanceof MarketplaceError || (cause instanceof Error && cause.name === PageLimit.name);
  const isFault = error instanceof ParseError && cause instanceof Error && !isMeant;
  return { result: error.code, ...(isFault && { failure: { kind: 'error' as const, detail: shown(cause) } }) };
}

function shown(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = /\(?(?:file:\/\/)?[^\s(]*\/((?:src|node_modules)\/[^\s)]*)/.exec(error.stack ?? '')?.[1] ?? '';
  return `${error.name}: ${error.message.slice(0, 200)} ${place}`;
}

/** Returns the path of a number that is not finite, or too large to be exact. */
function wrongNumber(value: unknown, path: string): string | undefined {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? undefined : `${path} is ${value}`;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const wrong = wrongNumber(member, `${path}.${/^\d+$/.test(name) ? '#' : name}`);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
