import { describe, expect, it } from 'vitest';
import { addJobs } from '../../src/queue/add.ts';
import type { OpenQueue } from '../../src/queue/connection.ts';
import { newJob, type StoredData } from '../../src/queue/stored-job.ts';

const asin = 'B0LANTERN1';
const job = (id: string) => newJob('product', { asin }, { id }, {});

/** A queue that keeps jobs in memory. `onAdded` runs after jobs are added, and before anything is read. */
function queueOf(onAdded: (stored: Map<string, StoredData>) => void = () => undefined) {
  const stored = new Map<string, StoredData>();
  const addBulk = async (jobs: ReturnType<typeof job>[]) => {
    for (const { opts, data } of jobs) if (!stored.has(opts.jobId)) stored.set(opts.jobId, data);
    onAdded(stored);
    return jobs.map(({ opts }) => ({ id: opts.jobId }));
  };
  const pipeline = () => {
    const rows: [null, string | null][] = [];
    const hget = (id: string) => {
      const data = stored.get(id);
      rows.push([null, data === undefined ? null : JSON.stringify(data)]);
    };
    const get = () => void rows.push([null, null]);
    return { hget, get, exec: async () => rows };
  };
  return { bull: { addBulk, toKey: (id: string) => id }, client: { pipeline } } as unknown as OpenQueue;
}

describe('a job with an id of its caller', () => {
  it('is added, and then a duplicate', async () => {
    const queue = queueOf();
    expect(await addJobs(queue, [job('a')])).toEqual([{ id: 'a', isDuplicate: false }]);
    expect(await addJobs(queue, [job('a'), job('b')])).toEqual([
      { id: 'a', isDuplicate: true },
      { id: 'b', isDuplicate: false },
    ]);
  });

  it('was added if it ended before it could be looked up', async () => {
    const queue = queueOf((stored) => stored.clear());
    expect(await addJobs(queue, [job('a')])).toEqual([{ id: 'a', isDuplicate: false }]);
  });

  it('is a duplicate, also if the first job ended before it could be looked up', async () => {
    let adds = 0;
    const queue = queueOf((stored) => {
      if (++adds === 2) stored.clear();
    });
    await addJobs(queue, [job('a')]);
    expect(await addJobs(queue, [job('a')])).toEqual([{ id: 'a', isDuplicate: true }]);
  });

  it('is a duplicate of a job of another program, which can have no data', async () => {
    const queue = queueOf((stored) => stored.set('a', null as never));
    await addJobs(queue, [job('b')]);
    expect(await addJobs(queue, [job('a')])).toEqual([{ id: 'a', isDuplicate: true }]);
  });
});
