/** Sessions that processes lease through a Redis server. */
import type { RedisConnection } from '../../redis/connection.ts';
import { redisKey } from '../../redis/keys.ts';
import type { RedisValue, Script } from '../../redis/script.ts';
import type { SessionLease, SessionLeases } from '../shared/pace-store.ts';
import type { RedisWakes } from './redis-wakes.ts';
import { DROP_SESSION, GIVE_BACK, LEASE_SESSION, RENEW_SESSIONS } from './session-scripts.ts';

interface SessionSettings {
  processId: string;
  leaseMs: number;
  wakes: RedisWakes;
  /** Returns the time of a test [milliseconds since the epoch]; empty for that of the server. */
  time: () => number | '';
}

/** The sessions of {@link RedisPace}. */
export class RedisSessions implements SessionLeases {
  readonly #connection: RedisConnection;
  readonly #settings: SessionSettings;

  constructor(connection: RedisConnection, settings: SessionSettings) {
    this.#connection = connection;
    this.#settings = settings;
  }

  async lease(marketplace: string, names: readonly string[], signal: AbortSignal): Promise<SessionLease | undefined> {
    const [index, generation] = await this.run<number[]>(LEASE_SESSION, marketplace, names, signal);
    if (index !== undefined && generation !== undefined) return { index, generation };
    this.#settings.wakes.open();
    return undefined;
  }

  async renew(marketplace: string, names: readonly string[]): Promise<{ lost: readonly string[]; wanted: number }> {
    const [wanted = 0, ...lost] = await this.run<[number, ...string[]]>(RENEW_SESSIONS, marketplace, names);
    return { wanted, lost };
  }

  async giveBack(marketplace: string, names: readonly string[]): Promise<void> {
    await this.run(GIVE_BACK, marketplace, [this.#settings.wakes.prefix, marketplace, ...names]);
  }

  async drop(marketplace: string, name: string, generation: number): Promise<void> {
    await this.run(DROP_SESSION, marketplace, [name, generation]);
  }

  private run<Result>(
    script: Script,
    marketplace: string,
    args: readonly RedisValue[],
    signal?: AbortSignal,
  ): Promise<Result> {
    const { processId, leaseMs, time } = this.#settings;
    const { prefix } = this.#connection;
    const keys = ['leases', 'owners', 'generations', 'wanted'].map((name) =>
      redisKey(prefix, `sessions:${marketplace}`, name),
    );
    return this.#connection.run<Result>(script, keys, [time(), processId, leaseMs, ...args], { signal });
  }
}
