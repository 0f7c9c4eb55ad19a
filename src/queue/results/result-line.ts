/** A result as a line of NDJSON, in the form of the results of `buybox batch`: its other commands read it. */
import { safeJson } from '../../contract/safe-text.ts';
import type { JobResult } from '../result-types.ts';

/** Returns the line of a result: `request`, `response` or `error`, and what identifies the job. */
export function resultLine({ endpoint, params, extra, envelope, error, ...job }: JobResult): string {
  const request = { endpoint, params, ...extra };
  return safeJson(JSON.stringify({ request, response: envelope, error, ...job }));
}
