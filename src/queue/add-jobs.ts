/** Adds jobs to Redis, and finds the duplicates. */
import type { OpenQueue } from './queue-connection.ts';
import type { NewJob, StoredData } from './stored-job.ts';
import type { AddedJob } from './types.ts';

/** Adds jobs with one round trip, and two further ones if callers gave ids. */
export async function addJobs(opened: OpenQueue, jobs: readonly NewJob[]): Promise<AddedJob[]> {
  const ids = jobs.flatMap(({ data, opts: { jobId } }) =>
    data.key !== undefined && jobId !== undefined ? [jobId] : [],
  );
  const before = await storedKeys(opened, ids);
  const added = await opened.bull.addBulk(jobs.map((job) => ({ ...job })));
  const result = added.map(({ id = '' }, index) => ({ id, isDuplicate: id !== jobs[index]?.opts.jobId }));
  // bullmq returns the id that the caller gave, whether or not a job with it was in the queue: the stored key decides.
  const after = await storedKeys(opened, ids);
  for (const [index, own] of result.entries()) {
    const key = jobs[index]?.data.key;
    if (key === undefined || own.isDuplicate) continue;
    const stored = after.get(own.id);
    // A job that is gone has ended: the one that was there before, else the new one.
    own.isDuplicate = stored === undefined ? before.has(own.id) : stored !== key;
  }
  return result;
}

/** Returns the keys of stored jobs, by id. */
async function storedKeys(
  { bull, client }: OpenQueue,
  ids: readonly string[],
): Promise<Map<string, string | undefined>> {
  const keys = new Map<string, string | undefined>();
  if (ids.length === 0) return keys;
  const pipeline = client.pipeline();
  for (const id of ids) pipeline.hget(bull.toKey(id), 'data');
  const rows = (await pipeline.exec()) ?? [];
  for (const [index, [error, text]] of rows.entries()) {
    if (error !== null) throw error;
    if (typeof text === 'string') keys.set(ids[index] ?? '', (Object(JSON.parse(text)) as StoredData).key);
  }
  return keys;
}
