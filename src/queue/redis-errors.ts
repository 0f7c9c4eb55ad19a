/** The errors of Redis that a worker reports. */
import type { Cluster, Redis } from 'ioredis';
import { UnavailableError } from '../contract/errors.ts';
import { isPassing, redisError } from '../redis/errors.ts';
import { type RedisTarget, shownTarget } from '../redis/target.ts';

/** Reports a lost connection once, and not each attempt to connect again. */
export class RedisErrors {
  readonly #client: Redis | Cluster;
  readonly #target: RedisTarget;
  readonly #report: (error: Error) => void;
  #isLost = false;

  constructor(client: Redis | Cluster, target: RedisTarget, report: (error: Error) => void) {
    this.#client = client;
    this.#target = target;
    this.#report = report;
    client.on('ready', () => {
      this.#isLost = false;
    });
  }

  /** Takes an error of bullmq, which can be one of Redis. */
  take(error: Error): void {
    const isLoss = this.#isLoss(error);
    if (isLoss && this.#isLost) return;
    this.#isLost ||= isLoss;
    this.#report(isLoss ? this.#lossError(error) : error);
  }

  #isLoss(error: Error): boolean {
    const { code } = error as { code?: unknown };
    return this.#client.status !== 'ready' || (error.name !== 'ReplyError' && typeof code === 'string');
  }

  #lossError(error: Error): Error {
    const server = shownTarget(this.#target);
    if (!isPassing(error)) return redisError(error, server);
    const why = error.message.replace(/\.$/, '');
    return new UnavailableError(
      `redis: ${server} cannot be used: ${why}. Check the URL, and that the server runs. The worker continues when it is available.`,
      { cause: error },
    );
  }
}
