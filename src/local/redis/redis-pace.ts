/** The pace that processes share through a Redis server. */
import { randomUUID } from 'node:crypto';
import { type RedisConnection, redisConnection } from '../../redis/connection.ts';
import { redisKey } from '../../redis/keys.ts';
import { REDIS_OPTIONS, type RedisOptions, type RedisTarget } from '../../redis/target.ts';
import { trueOrFalse, wholeNumber } from '../../settings/checks.ts';
import { type OptionTable, readOptions } from '../../settings/table.ts';
import type { Backoff, Pace, Pacing } from '../pace.ts';
import type { SessionPool } from '../sessions.ts';
import type { PacedSite, PaceStore, Turn, TurnReply } from '../shared/pace-store.ts';
import { SharedPacer } from '../shared/shared-pacer.ts';
import { SharedSessions } from '../shared/shared-sessions.ts';
import type { SharedPace } from '../shared-pace.ts';
import { ASK, BACK_OFF, END, RENEW } from './pace-scripts.ts';
import { RedisSessions } from './redis-sessions.ts';
import { RedisWakes } from './redis-wakes.ts';

/** Options of {@link redisPace}. */
export interface RedisPaceOptions extends RedisOptions {
  /** Milliseconds after which the turns and sessions of a killed process are free again. @default 5_000 */
  leaseMs?: number | undefined;
  /** Whether each session, and its proxy, is used by one process at a time. Calls wait while other processes use all sessions. @default false */
  leaseSessions?: boolean | undefined;
}

const REDIS_PACE_OPTIONS: OptionTable<RedisPaceOptions> = {
  ...REDIS_OPTIONS,
  leaseMs: { check: (setting) => wholeNumber(setting, 300, 3_600_000) },
  leaseSessions: { check: trueOrFalse },
};

const LEASE_MS = 5_000;
/** Redis has no number for "no limit". */
const MOST_AT_ONCE = 1_000_000_000;

/**
 * Returns a pace that all processes with the same server and prefix share: option `sharedPace` of the local backend. Give them the same `pace` and
 * `backoff`. The marketplace closes it. While the server is away, calls wait `waitMs`, and then fail with an `UnavailableError`.
 *
 * @param target A URL, or a client of ioredis, which the caller closes.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option or URL
 */
export function redisPace(target: RedisTarget, options: RedisPaceOptions = {}): SharedPace {
  const settings = readOptions('redisPace', REDIS_PACE_OPTIONS, options);
  return new RedisPace(redisConnection(target, settings), settings);
}

/** A pace in Redis. */
export class RedisPace implements SharedPace, PaceStore {
  readonly processId = randomUUID();
  readonly leaseMs: number;
  readonly #leases: RedisSessions | undefined;
  readonly #connection: RedisConnection;
  readonly #wakes: RedisWakes;
  readonly #time: () => number | '';

  /** @param time Returns the time for tests [milliseconds since the epoch]; empty for that of the server. */
  constructor(
    connection: RedisConnection,
    { leaseMs = LEASE_MS, leaseSessions = false }: RedisPaceOptions = {},
    time: () => number | '' = () => '',
  ) {
    this.leaseMs = leaseMs;
    this.#connection = connection;
    this.#wakes = new RedisWakes(connection, this.processId);
    this.#time = time;
    const { processId } = this;
    if (leaseSessions) this.#leases = new RedisSessions(connection, { processId, leaseMs, wakes: this.#wakes, time });
  }

  pacing(pace: Pace, backoff: Backoff | undefined): Pacing {
    return new SharedPacer(this, pace, backoff);
  }

  sessions(names: readonly string[]): SessionPool | undefined {
    return this.#leases && new SharedSessions(this, this.#leases, names);
  }

  async ask(turn: Turn, pace: Pace, backoff: Backoff | undefined, signal: AbortSignal): Promise<TurnReply> {
    const { concurrency, minGapMs, jitterMs } = pace;
    const args = [
      ...[this.#time(), turn.id, turn.host, this.#wakes.prefix, turn.proxy ?? ''],
      ...[Math.min(concurrency, MOST_AT_ONCE), minGapMs, jitterMs, Math.round(Math.random() * jitterMs)],
      ...[backoff?.longestMs ?? 0, this.leaseMs],
    ];
    const numbers = await this.#connection.run<number[]>(ASK, this.keys(turn), args, { signal });
    const [isGranted = 0, failures = 0, waitMs = 0, expected = 0, isKnown = 0, isBackOff = 0, position = 1] = numbers;
    if (isGranted === 0) this.#wakes.open();
    return {
      isGranted: isGranted === 1,
      failures,
      waitMs,
      expectedMs: isKnown === 1 ? expected : undefined,
      reason: isBackOff === 1 ? 'backoff' : 'pace',
      position,
    };
  }

  async end(turn: Turn, { concurrency }: Pace): Promise<void> {
    const most = Math.min(concurrency, MOST_AT_ONCE);
    await this.#connection.run(END, this.keys(turn), [this.#time(), turn.id, turn.host, this.#wakes.prefix, most]);
  }

  async renew(turns: readonly Turn[]): Promise<void> {
    const byHost = Map.groupBy(turns, ({ host }) => host);
    const renewals = [...byHost].map(([host, all]) =>
      this.#connection.run(RENEW, this.keys({ host }), [this.#time(), this.leaseMs, ...all.map(({ id }) => id)]),
    );
    await Promise.all(renewals);
  }

  async backOff(site: PacedSite, { firstMs, longestMs }: Backoff, retryAfterMs: number | undefined): Promise<number> {
    const args = [this.#time(), site.proxy ?? '', firstMs, longestMs, retryAfterMs ?? ''];
    return this.#connection.run<number>(BACK_OFF, this.keys(site), args);
  }

  async reset({ host, proxy = '' }: PacedSite): Promise<void> {
    const [state = ''] = this.keys({ host });
    await this.#connection.command('HDEL', state, `failures:${proxy}`);
  }

  onWake(listener: (place: string) => void): () => void {
    return this.#wakes.listen(listener);
  }

  async close(): Promise<void> {
    this.#wakes.close();
    await this.#connection.close();
  }

  private keys({ host }: PacedSite): string[] {
    const { prefix } = this.#connection;
    return ['state', 'waiting', 'due', 'running'].map((name) => redisKey(prefix, `pace:${host}`, name));
  }
}
