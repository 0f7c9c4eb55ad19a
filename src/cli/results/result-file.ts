/** The files that a batch writes next to its results. */
import { safeJson } from '../../contract/safe-text.ts';
import type { StoredError } from '../../contract/stored-error.ts';

/** The path of the failures file next to a results file or an input file. */
export function failuresPathOf(file: string, number = 1): string {
  const stem = file.replace(/(?:\.failures)?(?:\.\d+)?\.[a-z]+(?:\.gz)?$/i, '');
  return `${stem}.failures${number === 1 ? '' : `.${number}`}.ndjson`;
}

/** The line of a failed call, or of an invalid input: its text, and the request as far as it was understood. */
export function failureLine(
  { line, input, request }: { line: number; input?: string; request?: unknown },
  error: StoredError,
): string {
  return safeJson(JSON.stringify({ line, input, request, error, failed_at: new Date().toISOString() }));
}
