/** The lines of results files: a result per line, as JSON. */
import { isRecord, jsonOf } from '../contract/json.ts';
import type { AnyEnvelope } from '../contract/marketplace.ts';
import { safeJson } from '../contract/safe-text.ts';
import type { BatchRequest } from './batch.ts';
import type { PagesRead } from './page-sum.ts';

/** A call of a batch: all its parameters, and members of the user's own that are copied to the result. */
export type FileRequest = BatchRequest & Readonly<Record<string, unknown>>;

/** A line of a results file. */
export interface StoredResult {
  request: FileRequest;
  response: AnyEnvelope;
  /** The pages read, of a request with `pages: 'all'`. */
  pages?: PagesRead | undefined;
}

/** The line of a result. The request comes first: it identifies the line, also when the line is incomplete. */
export const resultLine = ({ request, response, pages }: StoredResult): string =>
  safeJson(JSON.stringify({ request, response, pages }));

const LINE_START = '{"request":{"endpoint":"';

/** Returns the result in a line, or `undefined` for a line of another kind. */
export function parseResultLine(text: string): StoredResult | undefined {
  const value = jsonOf(text);
  if (!isRecord(value) || !isRecord(value.request) || !isRecord(value.response)) return undefined;
  const { endpoint, params } = value.request;
  // A batch wrote the line, and checked the request before.
  return typeof endpoint === 'string' && isRecord(params) ? (value as unknown as StoredResult) : undefined;
}

/** Whether a text is the beginning of a result line. After a power cut it can be zeros instead. */
export const isTornResultLine = (text: string): boolean =>
  text.startsWith(LINE_START) || LINE_START.startsWith(text) || /^\0+$/.test(text);
