/** How a command ends: lines on standard error, and an exit code (design §4). */
import { BadRequestError, MarketplaceError } from '../contract/errors.ts';

/** Exit codes: found, failure, wrong usage, not found; ended by Ctrl-C, or by another's request to end. */
export const EXIT = { found: 0, failure: 1, usage: 2, notFound: 3, interrupted: 130, terminated: 143 } as const;

/** What a command ends with. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The reason of a terminal's signal: the user, or the system, wants the command to end. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  /** What the process ends with. */
  readonly exitCode: ExitCode;

  constructor(signal: 'SIGINT' | 'SIGTERM' | 'EPIPE') {
    super(signal);
    // Whoever reads has read enough: that is no failure.
    this.exitCode = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated, EPIPE: EXIT.found }[signal];
  }
}

/** The exit code of an error. */
export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof BadRequestError ? EXIT.usage : EXIT.failure;
}

/** One line that says what went wrong. */
export function describeError(error: unknown): string {
  if (error instanceof MarketplaceError) return `error: ${error.message} [${error.code}]`;
  return `error: ${error instanceof Error ? error.message : String(error)}`;
}
