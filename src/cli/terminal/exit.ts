/** Exit codes, and the error lines of a command. */
import { isErrorCode } from '../../contract/error-kinds.ts';
import { BadRequestError, LONGEST_MESSAGE, MarketplaceError } from '../../contract/errors.ts';
import { shortened } from '../../contract/shown.ts';

/** Exit codes. `interrupted` is for Ctrl-C (SIGINT), `terminated` for SIGTERM. */
export const EXIT = { found: 0, failure: 1, usage: 2, notFound: 3, interrupted: 130, terminated: 143 } as const;

/** The exit code of a command. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The reason of a terminal's abort signal: the user or the system ends the command. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  /** The exit code of the process. */
  readonly exitCode: ExitCode;

  constructor(signal: 'SIGINT' | 'SIGTERM' | 'EPIPE') {
    super(signal);
    // EPIPE: the reader of the output has closed it, as `head` does. This is not a failure.
    this.exitCode = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated, EPIPE: EXIT.found }[signal];
  }
}

/** Returns the exit code of an error. */
export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof BadRequestError ? EXIT.usage : EXIT.failure;
}

/** Returns the error line. */
export function describeError(error: unknown): string {
  return `error: ${reasonOf(error)}`;
}

/** Returns the error line without its first word, for lines that begin in another way. */
export function reasonOf(error: unknown): string {
  if (error instanceof MarketplaceError) return `${error.message} [${error.code}]`;
  return shortened(error instanceof Error ? error.message : String(error), LONGEST_MESSAGE);
}

/** Returns the command that prints the page about a failed call. `undefined` for wrong usage: the message says how to fix it. */
export function docsCommandOf(error: unknown): string | undefined {
  if (!(error instanceof MarketplaceError) || error instanceof BadRequestError) return undefined;
  return `npx buybox docs ${isErrorCode(error.code) ? error.code : 'errors'}`;
}
