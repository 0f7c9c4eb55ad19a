/** Adds jobs to Redis, and finds the duplicates. */
import type { OpenQueue } from './queue-connection.ts';
import type { NewJob, StoredData } from './stored-job.ts';
import type { AddedJob } from './types.ts';

/** Adds jobs with one round trip, and another one if callers gave ids. */
export async function addJobs({ bull, client }: OpenQueue, jobs: readonly NewJob[]): Promise<AddedJob[]> {
  const added = await bull.addBulk(jobs.map((job) => ({ ...job })));
  const result = added.map(({ id = '' }, index) => ({ id, isDuplicate: id !== jobs[index]?.opts.jobId }));
  // bullmq returns the id that the caller gave, whether or not a job with it was in the queue: the stored key decides.
  const given = jobs.flatMap(({ data }, index) =>
    data.key !== undefined && !result[index]?.isDuplicate ? [index] : [],
  );
  if (given.length === 0) return result;
  const pipeline = client.pipeline();
  for (const index of given) pipeline.hget(bull.toKey(result[index]?.id ?? ''), 'data');
  const stored = (await pipeline.exec()) ?? [];
  for (const [position, index] of given.entries()) {
    const [error, text] = stored[position] ?? [];
    if (error != null) throw error;
    const own = result[index];
    // A job without data has ended already: it was added.
    if (own !== undefined && typeof text === 'string')
      own.isDuplicate = (JSON.parse(text) as StoredData).key !== jobs[index]?.data.key;
  }
  return result;
}
