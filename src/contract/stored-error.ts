/** Errors as files and queues store them. */
import { MarketplaceError } from './errors.ts';

/** An error without its class, stack and cause. */
export interface StoredError {
  /** Name of the class. */
  name: string;
  /** Stable, machine-readable code. */
  code: string;
  /** HTTP status of the failure, or the status that it would have over HTTP. */
  status: number;
  /** Message of the error. */
  message: string;
  /** `meta.request_id` of the failed call. Absent if no call started. */
  request_id?: string | undefined;
  /** Whether the call cost a credit. */
  billed: boolean;
  /** Whether another attempt can succeed. */
  retryable: boolean;
}

/** Returns an error in the form in which it is stored. */
export function storedErrorOf(error: Error): StoredError {
  const { name, message } = error;
  if (error instanceof MarketplaceError) {
    const { code, status, requestId: request_id, billed, retryable } = error;
    return { name, code, status, message, request_id, billed, retryable };
  }
  return { name, code: 'INTERNAL', status: 500, message, request_id: undefined, billed: false, retryable: false };
}
