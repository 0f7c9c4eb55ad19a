/** The keys of jobs in Redis that runs of jobs use, beside those that bullmq itself keeps. */
import type { Cluster, Redis } from 'ioredis';
import type { StoredJob } from './stored-job.ts';

/** The keys of the jobs of a worker. */
export class JobKeys {
  readonly #client: Redis | Cluster;
  /** First part of the keys of jobs. */
  readonly #jobs: string;
  /** The jobs whose calls wait for their turn. */
  readonly #idle: string;
  readonly #onError: (error: unknown) => void;

  constructor(client: Redis | Cluster, prefix: string, jobs: string, onError: (error: unknown) => void) {
    this.#client = client;
    this.#jobs = jobs;
    this.#idle = `${prefix}:@idle`;
    this.#onError = onError;
  }

  /** Returns the key of the lock of a job. */
  lock(id: string): string {
    return `${this.#jobs}${id}:lock`;
  }

  /** Returns who has a lock. */
  owner(lock: string): Promise<string | null> {
    return this.#client.get(lock);
  }

  /** Notes that the call of a job waits for its turn, or that the wait has ended. */
  setIdle(id: string, isIdle: boolean): void {
    const noted = isIdle ? this.#client.hset(this.#idle, id, 1) : this.#client.hdel(this.#idle, id);
    noted.catch(this.#onError);
  }

  /** Returns how many workers have died with a job, without those whose call waited for its turn. */
  async deaths({ id = '', stalledCounter }: StoredJob): Promise<number> {
    const wasIdle = await this.#client.hdel(this.#idle, id);
    return wasIdle === 1 ? this.#client.hincrby(this.#jobs + id, 'stc', -1) : stalledCounter;
  }

  /** Keeps the deduplication of a job that ends until a time: bullmq removes its key, unless it expires by itself. */
  async keepUnique(deduplicationId: string, until: number): Promise<void> {
    await this.#client.pexpireat(`${this.#jobs}de:${deduplicationId}`, until);
  }
}
