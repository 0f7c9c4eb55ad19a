/** Adds calls to a queue, many of them in chunks, and finds the duplicates. */
import { BadRequestError } from '../contract/errors.ts';
import { jsonOf } from '../contract/json.ts';
import type { CallDefaults } from '../contract/marketplace.ts';
import { shown } from '../contract/shown.ts';
import { notify } from '../options/runtime.ts';
import { readOptions } from '../options/table.ts';
import { resultsOf } from '../redis/client.ts';
import type { OpenQueue, QueueConnection } from './connection.ts';
import { ADD_ALL_OPTIONS } from './options.ts';
import { type NewJob, newJob, type StoredData } from './stored-job.ts';
import type { AddAllOptions, AddedJob, AddedJobs, InvalidInput, JobInput, JobOptions } from './types.ts';

/** Jobs of a chunk when nothing else is set. */
const CHUNK_SIZE = 1_000;

/** Adds the calls of the inputs. @throws BadRequestError for an invalid input, unless `onInvalid` takes it */
export async function addAll(
  connection: QueueConnection,
  inputs: Iterable<JobInput> | AsyncIterable<JobInput>,
  options: AddAllOptions,
  defaults: CallDefaults,
): Promise<AddedJobs> {
  const checked = readOptions('addAll', ADD_ALL_OPTIONS, options);
  const { chunkSize = CHUNK_SIZE, onInvalid, onProgress, signal, ...common } = checked;
  const progress: AddedJobs = { added: 0, duplicates: 0, invalid: 0 };
  let position = 0;
  for await (const chunk of chunksOf<unknown>(inputs, chunkSize)) {
    signal?.throwIfAborted();
    const jobs: NewJob[] = [];
    for (const input of chunk) {
      const job = jobOf(input, position++, common, defaults);
      if (!('error' in job)) jobs.push(job);
      else if (onInvalid === undefined) throw job.error;
      else {
        progress.invalid++;
        notify('onInvalid', onInvalid, job);
      }
    }
    for (const { isDuplicate } of await connection.use((opened) => addJobs(opened, jobs)))
      if (isDuplicate) progress.duplicates++;
      else progress.added++;
    if (onProgress !== undefined) notify('onProgress', onProgress, { ...progress });
  }
  return progress;
}

/** Returns the job of an input, or why it has none. */
export function jobOf(
  input: unknown,
  position: number,
  common: JobOptions,
  defaults: CallDefaults,
): NewJob | InvalidInput {
  try {
    if (typeof input !== 'object' || input === null) throw new BadRequestError(notAnInput(input));
    const { endpoint, params, ...own } = input as Record<string, unknown>;
    return newJob(endpoint, params, { ...common, ...own }, defaults);
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error;
    const { code, parameter } = error;
    const named = new BadRequestError(`inputs[${position}]: ${error.message}`, { code, parameter, cause: error });
    return { position, input, error: named };
  }
}

function notAnInput(input: unknown): string {
  return `${shown(input)} is not a call: expected an object such as {"endpoint": "product", "params": {"asin": "B0LANTERN1"}}.`;
}

/** Adds jobs with one round trip, and two further ones if callers gave ids. */
export async function addJobs(opened: OpenQueue, jobs: readonly NewJob[]): Promise<AddedJob[]> {
  const named = jobs.filter(({ data }) => data.key !== undefined);
  const before = await keysOf(opened, named);
  const added = await opened.bull.addBulk([...jobs]);
  // bullmq returns the id that the caller gave, whether or not a job with it was in the queue: the stored key decides.
  const after = await keysOf(opened, named);
  return added.map(({ id = '' }, index) => {
    const { data, opts } = jobs[index] as NewJob;
    // A job that is gone has ended: the one that was there before, else the new one.
    const isOther = after.has(id) && after.get(id) !== ENDED ? after.get(id) !== data.key : before.has(id);
    return { id, isDuplicate: id !== opts.jobId || (data.key !== undefined && isOther) };
  });
}

/** Stands for the key of a job that has ended, and whose calls are still duplicates (`uniqueForMs`). */
const ENDED = Symbol('ended');

/** Returns the keys of stored jobs, by id. */
async function keysOf({ bull, client }: OpenQueue, jobs: readonly NewJob[]): Promise<Map<string, unknown>> {
  const keys = new Map<string, unknown>();
  if (jobs.length === 0) return keys;
  const pipeline = client.pipeline();
  for (const { opts } of jobs) {
    pipeline.hget(bull.toKey(opts.jobId), 'data');
    pipeline.get(bull.toKey(`de:${opts.deduplication?.id}`));
  }
  const values = await resultsOf(pipeline);
  for (const [index, { opts }] of jobs.entries()) {
    const { jobId } = opts;
    const [text, first] = values.slice(2 * index);
    if (typeof text === 'string') keys.set(jobId, (Object(jsonOf(text)) as StoredData).key);
    else if (first === jobId) keys.set(jobId, ENDED);
  }
  return keys;
}

/** Returns arrays of at most `size` inputs. Reads the next inputs only when the caller asks for the next array. */
export async function* chunksOf<Input>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  size: number,
): AsyncGenerator<Input[], void, undefined> {
  let chunk: Input[] = [];
  for await (const input of inputs) {
    chunk.push(input);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
