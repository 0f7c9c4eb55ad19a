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

/** Removes jobs, as soon as no worker has them. */
export class UnwantedJobs {
  readonly #connection: QueueConnection;
  /** By id, oldest first. */
  readonly #jobs = new Map<string, UnwantedJob>();

  constructor(connection: QueueConnection) {
    this.#connection = connection;
  }

  /**
   * Removes a job, or later if a worker has it, or Redis is away. Resolves after some attempts.
   *
   * @param onGone Called when the job is gone, or forgotten, or was tried for an hour.
   */
  async add(id: string, onGone?: () => void): Promise<void> {
    const earlier = this.#jobs.get(id)?.onGone;
    const both = () => {
      earlier?.();
      onGone?.();
    };
    this.#jobs.set(id, { until: performance.now() + LONGEST_MS, onGone: both });
    const [oldest] = this.#jobs.keys();
    if (oldest !== undefined && this.#jobs.size > MOST) this.forget(oldest);
    for (const waitMs of FIRST_WAITS) {
      if (!(await this.#remove([id])) || !this.#jobs.has(id)) return;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }

  /** Tries no more: the job is gone, or a call wants it again. */
  forget(id: string): void {
    const job = this.#jobs.get(id);
    this.#jobs.delete(id);
    job?.onGone();
  }

  /** Tries all again. */
  async retry(): Promise<void> {
    const now = performance.now();
    for (const [id, { until }] of this.#jobs) if (until < now) this.forget(id);
    await this.#remove([...this.#jobs.keys()]);
  }

  /** Returns whether Redis has responded. */
  async #remove(ids: readonly string[]): Promise<boolean> {
    const remove = ({ bull, client }: OpenQueue) =>
      Promise.all(
        ids.map(async (id) => {
          if (!this.#jobs.has(id)) return;
          const isGone = (await bull.remove(id)) === 1 || (await client.exists(bull.toKey(id))) === 0;
          if (isGone) this.forget(id);
        }),
      );
    if (ids.length === 0) return true;
    return this.#connection.use(remove).then(
      () => true,
      () => false,
    );
  }
}
