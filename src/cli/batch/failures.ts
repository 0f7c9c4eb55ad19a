/** How failures are written down: so that the file can be an input again. */
import { MarketplaceError } from '../../contract/errors.ts';
import type { FileRequest, WrongInput } from './inputs/index.ts';

/** What went wrong, as JSON. */
export interface FailureReason {
  name: string;
  code: string;
  status: number;
  message: string;
  request_id: string | undefined;
  billed: boolean;
  retryable: boolean;
}

/** The reason that an error is. */
export function reasonOf(error: Error): FailureReason {
  const { name, message } = error;
  if (error instanceof MarketplaceError) {
    const { code, status, requestId: request_id, billed, retryable } = error;
    return { name, code, status, message, request_id, billed, retryable };
  }
  return { name, code: 'INTERNAL', status: 500, message, request_id: undefined, billed: false, retryable: false };
}

/** The line of a call that failed. */
export function failedLine(line: number | undefined, request: FileRequest, reason: FailureReason): string {
  return JSON.stringify({ line, request, error: reason, failed_at: new Date().toISOString() });
}

/** The line of an input that was no call. */
export function wrongLine({ line, text, draft, error }: WrongInput): string {
  const request = draft === undefined ? undefined : { endpoint: draft.endpoint, params: draft.params, ...draft.own };
  const failed_at = new Date().toISOString();
  return JSON.stringify({ line, input: text, request, error: reasonOf(error), failed_at });
}
