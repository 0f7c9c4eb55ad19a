/** How a command ends: one line on standard error, and an exit code (design §4). */
import { BadRequestError, MarketplaceError } from '../contract/errors.ts';

/** Exit codes: found, failure, wrong usage, not found. */
export const EXIT = { found: 0, failure: 1, usage: 2, notFound: 3 } as const;

/** What a command ends with. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The exit code of an error. */
export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof BadRequestError ? EXIT.usage : EXIT.failure;
}

/** One line that says what went wrong. */
export function describeError(error: unknown): string {
  if (error instanceof MarketplaceError) return `error: ${error.message} [${error.code}]`;
  return `error: ${error instanceof Error ? error.message : String(error)}`;
}
