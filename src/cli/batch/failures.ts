/** How failures are written down: so that the file can be an input again. */
import { type FileRequest, type StoredError, storedErrorOf } from '../results/result-file.ts';
import type { WrongInput } from './inputs/index.ts';

/** The line of a call that failed. */
export function failedLine(line: number | undefined, request: FileRequest, reason: StoredError): string {
  return JSON.stringify({ line, request, error: reason, failed_at: new Date().toISOString() });
}

/** The line of an input that was no call. */
export function wrongLine({ line, text, draft, error }: WrongInput): string {
  const request = draft === undefined ? undefined : { endpoint: draft.endpoint, params: draft.params, ...draft.own };
  const failed_at = new Date().toISOString();
  return JSON.stringify({ line, input: text, request, error: storedErrorOf(error), failed_at });
}
