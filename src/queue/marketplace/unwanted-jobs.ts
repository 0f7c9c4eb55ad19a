/** Jobs that nobody needs any more: dead letters of failures that a call has thrown, and jobs of calls that have given up. */
import type { OpenQueue, QueueConnection } from '../connection.ts';

/** How long a job is tried to be removed [milliseconds]: a worker can be at work on it. */
const LONGEST_MS = 3_600_000;
/** Most jobs that are remembered. */
const MOST = 10_000;
/** The waits of the first attempts: a worker delivers an error shortly before the job is a dead letter [milliseconds]. */
const FIRST_WAITS = [5, 20, 80, 300];

interface UnwantedJob {
  /** When to give up, of `performance.now()`. */
  until: number;
  onGone: () => void;
}

/** Returns what removes jobs, as soon as no worker has them. */
export function unwantedJobs(connection: QueueConnection) {
  /** By id, oldest first. */
  const jobs = new Map<string, UnwantedJob>();

  /** Tries no more: the job is gone, or a call wants it again. */
  function forget(id: string): void {
    const job = jobs.get(id);
    jobs.delete(id);
    job?.onGone();
  }

  /** Returns whether Redis has responded. */
  async function remove(ids: readonly string[]): Promise<boolean> {
    const removeOne = async ({ bull, client }: OpenQueue, id: string) => {
      if (!jobs.has(id)) return;
      const isGone = (await bull.remove(id)) === 1 || (await client.exists(bull.toKey(id))) === 0;
      if (isGone) forget(id);
    };
    if (ids.length === 0) return true;
    return connection
      .use((opened) => Promise.all(ids.map((id) => removeOne(opened, id))))
      .then(
        () => true,
        () => false,
      );
  }

  return {
    forget,
    /**
     * Removes a job, or later if a worker has it, or Redis is away. Resolves after some attempts.
     *
     * @param onGone Called when the job is gone, or forgotten, or was tried for an hour.
     */
    async add(id: string, onGone?: () => void): Promise<void> {
      const earlier = jobs.get(id)?.onGone;
      const both = () => {
        earlier?.();
        onGone?.();
      };
      jobs.set(id, { until: performance.now() + LONGEST_MS, onGone: both });
      const [oldest] = jobs.keys();
      if (oldest !== undefined && jobs.size > MOST) forget(oldest);
      for (const waitMs of FIRST_WAITS) {
        if (!(await remove([id])) || !jobs.has(id)) return;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    },
    /** Tries all again. */
    async retry(): Promise<void> {
      const now = performance.now();
      for (const [id, { until }] of jobs) if (until < now) forget(id);
      await remove([...jobs.keys()]);
    },
  };
}
