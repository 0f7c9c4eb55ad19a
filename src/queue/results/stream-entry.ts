/** A result as an entry of a Redis stream. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { InternalError } from '../../contract/errors.ts';
import { jsonOf } from '../../contract/json.ts';
import { LONGEST_RESULT } from '../../files/lines.ts';
import { gunzipped } from '../../files/read-file.ts';
import { InputProblem } from '../../http/byte-limit.ts';
import type { RedisValue } from '../../redis/script.ts';
import type { JobResult } from '../result-types.ts';

const compress = promisify(gzip);

/**
 * Returns the fields of an entry, as a list of names and values. `result` is the whole {@link JobResult} as JSON, compressed with gzip if `encoding` is
 * `gzip`; the others are copies for readers that select entries.
 */
export async function entryOf(result: JobResult, compressAbove: number): Promise<RedisValue[]> {
  const { key, id, endpoint, marketplace, error } = result;
  const json = Buffer.from(JSON.stringify(result));
  const isLarge = json.byteLength > compressAbove;
  const outcome = error === undefined ? 'succeeded' : 'failed';
  const encoding = isLarge ? 'gzip' : 'json';
  const stored = isLarge ? await compress(json) : json;
  return Object.entries({ key, id, endpoint, marketplace, outcome, encoding, result: stored }).flat();
}

/** Returns the result of an entry. @throws InternalError for an entry that `streamResults` has not written, and for one that is too large */
export async function resultOf(entryId: string, fields: readonly Buffer[]): Promise<JobResult> {
  const at = fields.findIndex((name, index) => index % 2 === 0 && name.toString() === 'result');
  const bytes = fields[at + 1];
  let why = 'is not a result. Delete it with XDEL.';
  if (at !== -1 && bytes !== undefined) {
    const json = await gunzipped(bytes, LONGEST_RESULT).catch((error: unknown) => {
      if (error instanceof InputProblem && error.isSize)
        why = `is larger than ${LONGEST_RESULT} bytes when decompressed: expected at most that. Read it with XRANGE, and delete it with XDEL.`;
      return undefined;
    });
    const value = json === undefined ? undefined : jsonOf(Buffer.from(json).toString('utf8'));
    if (isResult(value)) return value;
  }
  throw new InternalError(`results: the entry ${entryId} of the stream ${why}`, { retryable: false });
}

function isResult(value: unknown): value is JobResult {
  const { id, key, endpoint } = Object(value) as Partial<JobResult>;
  return [id, key, endpoint].every((member) => typeof member === 'string');
}
