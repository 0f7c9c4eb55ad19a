/** Adds many calls to a queue, in chunks. */
import { BadRequestError } from '../contract/errors.ts';
import type { CallDefaults } from '../contract/marketplace.ts';
import { shown } from '../contract/shown.ts';
import { notify } from '../options/runtime.ts';
import { addJobs } from './add-jobs.ts';
import { chunksOf } from './chunks.ts';
import { addAllOptions } from './options.ts';
import type { QueueConnection } from './queue-connection.ts';
import { type NewJob, newJob } from './stored-job.ts';
import type { AddAllOptions, AddedJobs, InvalidInput, JobInput, JobOptions } from './types.ts';

/** Jobs of a chunk when nothing else is set. */
const CHUNK_SIZE = 1_000;

/** Adds the calls of the inputs. @throws BadRequestError for an invalid input, unless `onInvalid` takes it */
export async function addAll(
  connection: QueueConnection,
  inputs: Iterable<JobInput> | AsyncIterable<JobInput>,
  options: AddAllOptions,
  defaults: CallDefaults,
): Promise<AddedJobs> {
  const { chunkSize = CHUNK_SIZE, onInvalid, onProgress, signal, ...common } = addAllOptions(options);
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
