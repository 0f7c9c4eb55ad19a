/** The files that a batch writes: a result or a failure per line, as JSON. */
import { MarketplaceError } from '../../contract/errors.ts';
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import type { BatchRequest } from '../../paging/index.ts';
import { isRecord } from '../output/rows.ts';

/** A call of a batch: all its parameters, and members of the user's own that are copied to the result. */
export type FileRequest = BatchRequest & Readonly<Record<string, unknown>>;

/** A line of a results file. */
export interface StoredResult {
  request: FileRequest;
  response: AnyEnvelope;
}

/** The error in a line of a failures file. */
export interface StoredError {
  name: string;
  code: string;
  status: number;
  message: string;
  request_id: string | undefined;
  billed: boolean;
  retryable: boolean;
}

/** The path of the failures file next to a results file or an input file. */
export function failuresPathOf(file: string, number = 1): string {
  const stem = file.replace(/(?:\.failures)?(?:\.\d+)?\.[a-z]+(?:\.gz)?$/i, '');
  return `${stem}.failures${number === 1 ? '' : `.${number}`}.ndjson`;
}

/** The line of a result. The request comes first: it identifies the line, also when the line is incomplete. */
export function resultLine({ request, response }: StoredResult): string {
  return JSON.stringify({ request, response });
}

const LINE_START = '{"request":{"endpoint":"';

/** Returns the result in a line, or `undefined` for a line of another kind. */
export function parseResultLine(text: string): StoredResult | undefined {
  const value = parseJson(text);
  if (!isRecord(value) || !isRecord(value.request) || !isRecord(value.response)) return undefined;
  const { endpoint, params } = value.request;
  // A batch wrote the line, and checked the request before.
  return typeof endpoint === 'string' && isRecord(params) ? (value as unknown as StoredResult) : undefined;
}

/** Whether a text is the beginning of a result line. After a power cut it can be zeros instead. */
export function isTornResultLine(text: string): boolean {
  return text.startsWith(LINE_START) || LINE_START.startsWith(text) || /^\0+$/.test(text);
}

/** The error as a failures file stores it. */
export function storedErrorOf(error: Error): StoredError {
  const { name, message } = error;
  if (error instanceof MarketplaceError) {
    const { code, status, requestId: request_id, billed, retryable } = error;
    return { name, code, status, message, request_id, billed, retryable };
  }
  return { name, code: 'INTERNAL', status: 500, message, request_id: undefined, billed: false, retryable: false };
}

/** The line of a failed call, or of an invalid input: its text, and the request as far as it was understood. */
export function failureLine(
  { line, input, request }: { line: number; input?: string; request?: unknown },
  error: StoredError,
): string {
  return JSON.stringify({ line, input, request, error, failed_at: new Date().toISOString() });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
