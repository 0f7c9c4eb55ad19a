/** The ledger in Redis, which processes of many machines share. */
import { createHash } from 'node:crypto';
import type { Usage } from '../../contract/envelope.ts';
import { type RedisConnection, redisConnection } from '../../redis/connection.ts';
import { apiKeyTag, redisKey } from '../../redis/keys.ts';
import type { RedisValue, Script } from '../../redis/script.ts';
import type { RedisTarget } from '../../redis/target.ts';
import {
  type CommitOptions,
  type Ledger,
  type LedgerOptions,
  noFreeCredit,
  type Reservation,
  type ReserveOptions,
  tooManyCalls,
} from '../ledger.ts';
import { byExpiry, type Credits, creditsOf, DAY_MS, type NewPack, type Pack, storedPack } from '../pack.ts';
import { type RedisLedgerOptions, readLedgerOptions } from './redis-options.ts';
import { ADD_PACK, CLAIM, COMMIT, FORGET_PACK_MS, LIST_PACKS, RELEASE, RENEW, RESERVE } from './redis-scripts.ts';

/**
 * Returns a ledger in Redis. All processes that use the same server and prefix count the same credits, on any number of machines. It connects with
 * its first call.
 *
 * @param target A URL, such as `redis://localhost:6379`, or a client of ioredis, which its owner closes.
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option or URL; its calls also for a wrong password, and if ioredis is not installed
 */
export function redisLedger(target: RedisTarget, options: RedisLedgerOptions = {}): Ledger {
  const { prefix, waitMs, ...settings } = readLedgerOptions(options);
  return new RedisLedger(redisConnection(target, { prefix, waitMs }, 'target'), settings);
}

/** Settings of a {@link RedisLedger}. */
export interface RedisLedgerSettings extends LedgerOptions {
  /** Returns the time of leases instead of the server's clock, for tests [milliseconds]. */
  leaseNow?: (() => number) | undefined;
}

/** Limits of ended reservations that the server does not know yet: number of keys, and number for one key. */
const MOST_SETTLED_KEYS = 10_000;
const MOST_SETTLED = 100;

/** Further keys and arguments of a script. */
export interface Further {
  keys?: readonly string[];
  args?: readonly RedisValue[];
}

/** A ledger on a connection, which it closes. */
export class RedisLedger implements Ledger {
  readonly #redis: RedisConnection;
  readonly #settings: RedisLedgerSettings;
  /** Commits whose response was lost: whether they were executed is not known. */
  readonly #unsure = new WeakMap<Reservation, string>();

  /** Reservations whose commit has a response, by key: the next commit says so. */
  readonly #settled = new Map<string, string[]>();

  constructor(redis: RedisConnection, settings: RedisLedgerSettings = {}) {
    this.#redis = redis;
    this.#settings = settings;
  }

  async addPack(keyId: string, pack: NewPack): Promise<Pack> {
    const now = this.#settings.now?.() ?? Date.now();
    const checked = storedPack(keyId, pack, undefined, now);
    const keptMs = Math.max(0, checked.expiresAt.getTime() - now) + FORGET_PACK_MS;
    const owner = await this.#redis.run<string>(CLAIM, this.listKeys(), ['', '', checked.id, keyId, keptMs]);
    // Throws for the pack of another key.
    storedPack(keyId, pack, { ...checked, keyId: owner }, now);
    const { id, requests, connections, validDays } = checked;
    const optional = [pack.purchasedAt?.getTime() ?? '', pack.priceUsd ?? ''];
    const args = [...this.times(), id, requests, connections, validDays, ...optional];
    const [row, charged] = await this.#redis.run<[string, string]>(ADD_PACK, this.keys(keyId).slice(0, 1), args);
    return packOf(keyId, id, row, charged);
  }

  async listPacks(keyId?: string): Promise<Pack[]> {
    const [owners = ''] = this.listKeys();
    const keyIds = keyId === undefined ? [...new Set(await this.#redis.command<string[]>('HVALS', owners))] : [keyId];
    const packs: Pack[] = [];
    // A few keys at a time, so that a long list does not hold up other commands.
    for (let start = 0; start < keyIds.length; start += 100) {
      const some = keyIds.slice(start, start + 100);
      packs.push(...(await Promise.all(some.map((each) => this.packsOf(each)))).flatMap((found) => found.packs));
    }
    return packs.sort(byExpiry);
  }

  async reserve(keyId: string, { leaseMs, signal, chargeId }: ReserveOptions): Promise<Reservation> {
    // The id is made here, so that a reservation that is sent again is the same one.
    const id = [crypto.randomUUID(), ...(chargeId === undefined ? [] : [digestOf(chargeId)])].join('.');
    const keys = [...this.keys(keyId), this.chargeKey({ id, keyId })];
    const args = [...this.times(), id, leaseMs];
    type Result = ['reserved'] | ['connections', number, number] | ['credits', number];
    const result = await this.#redis.run<Result>(RESERVE, keys, args, { signal });
    if (result[0] === 'connections') throw tooManyCalls(result[1], result[2]);
    if (result[0] === 'credits') throw noFreeCredit(result[1]);
    return { id, keyId };
  }

  async renew(
    reservations: readonly Reservation[],
    { leaseMs, signal }: Omit<ReserveOptions, 'chargeId'>,
  ): Promise<void> {
    const byKey = Map.groupBy(reservations, ({ keyId }) => keyId);
    await Promise.all(
      [...byKey].map(([keyId, some]) => {
        const args = [...this.times(), leaseMs, ...some.map(({ id }) => id)];
        return this.#redis.run(RENEW, this.keys(keyId), args, { signal });
      }),
    );
  }

  async commit(reservation: Reservation, options: CommitOptions = {}): Promise<Usage> {
    const [consumed, remaining] = await this.charge<[0 | 1, number]>(COMMIT, reservation, options);
    return { requests_consumed: consumed, requests_remaining: remaining };
  }

  /**
   * Runs a script that charges a reservation with the function of {@link CHARGE}.
   *
   * @param further Keys and arguments of the script behind those of the function, with the same hash tag.
   * @throws UnavailableError if the outcome is not known. {@link release} then takes the charge back, and a further call finds it
   */
  async charge<Result>(
    script: Script,
    reservation: Reservation,
    { signal }: CommitOptions = {},
    further: Further = {},
  ): Promise<Result> {
    signal?.throwIfAborted();
    const commit = this.#unsure.get(reservation) ?? crypto.randomUUID();
    this.#unsure.set(reservation, commit);
    const keys = [...this.settleKeys(reservation), ...(further.keys ?? [])];
    const settled = this.#settled.get(reservation.keyId) ?? [];
    const args = [...this.times(), reservation.id, commit, settled.join(' '), ...(further.args ?? [])];
    const result = await this.#redis.run<Result>(script, keys, args, { signal });
    this.#unsure.delete(reservation);
    this.settled(reservation, settled);
    return result;
  }

  /** @param known Ended reservations that the server knows. */
  private settled({ id, keyId }: Reservation, known: readonly string[]): void {
    // Those that the server does not know expire there.
    if (this.#settled.size > MOST_SETTLED_KEYS) this.#settled.clear();
    const unknown = (this.#settled.get(keyId) ?? []).filter((other) => !known.includes(other));
    this.#settled.set(keyId, [...unknown, id].slice(-MOST_SETTLED));
  }

  async release(reservation: Reservation): Promise<Usage> {
    return this.free(RELEASE, reservation);
  }

  /** Runs a script that ends with the text of {@link RELEASE}. @param further The same as of {@link charge}. */
  async free(script: Script, reservation: Reservation, further: Further = {}): Promise<Usage> {
    const keys = [...this.settleKeys(reservation), ...(further.keys ?? [])];
    const args = [...this.times(), reservation.id, this.#unsure.get(reservation) ?? '', ...(further.args ?? [])];
    const remaining = await this.#redis.run<number>(script, keys, args);
    this.#unsure.delete(reservation);
    return { requests_consumed: 0, requests_remaining: remaining };
  }

  async remaining(keyId: string): Promise<number> {
    return (await this.credits(keyId)).remaining;
  }

  async connections(keyId: string): Promise<number> {
    return (await this.credits(keyId)).connections;
  }

  async close(): Promise<void> {
    await this.#redis.close();
  }

  private async credits(keyId: string): Promise<Credits> {
    const { packs, time } = await this.packsOf(keyId);
    return creditsOf(packs, this.#settings.now?.() ?? time);
  }

  private times(): RedisValue[] {
    const { now, leaseNow } = this.#settings;
    return [now === undefined ? '' : Math.floor(now()), leaseNow?.() ?? ''];
  }

  private key(keyId: string, ...rest: string[]): string {
    return redisKey(this.#redis.prefix, apiKeyTag(keyId), ...rest);
  }

  private keys(keyId: string): string[] {
    return ['packs', 'held', 'reserved'].map((name) => this.key(keyId, name));
  }

  private settleKeys(reservation: Reservation): string[] {
    const { keyId } = reservation;
    return [...this.keys(keyId), this.key(keyId, 'done'), this.chargeKey(reservation)];
  }

  private chargeKey({ id, keyId }: Reservation): string {
    const [, digest = 'none'] = id.split('.');
    return this.key(keyId, 'charge', digest);
  }

  private listKeys(): string[] {
    return ['owners', 'until'].map((name) => redisKey(this.#redis.prefix, 'packs', name));
  }

  private async packsOf(keyId: string): Promise<{ packs: Pack[]; time: number }> {
    const [time, rows] = await this.#redis.run<[number, string[]]>(LIST_PACKS, this.keys(keyId).slice(0, 1), []);
    const fields = new Map(rows.flatMap((name, at) => (at % 2 === 0 ? [[name, rows[at + 1] ?? ''] as const] : [])));
    const packs = [...fields].flatMap(([name, row]) => {
      const id = name.slice(2);
      return name.startsWith('p:') ? [packOf(keyId, id, row, fields.get(`c:${id}`) ?? '0')] : [];
    });
    return { packs, time };
  }
}

/** Returns a short name of a charge id, which can be long. */
const digestOf = (chargeId: string): string => createHash('sha256').update(chargeId).digest('base64url').slice(0, 22);

function packOf(keyId: string, id: string, row: string, charged: string): Pack {
  const [requests = 0, connections = 0, from = 0, until = 0, priceUsd = 0] = row.split(' ').map(Number);
  return {
    id,
    keyId,
    requests,
    charged: Number(charged),
    connections,
    priceUsd,
    purchasedAt: new Date(from),
    validDays: (until - from) / DAY_MS,
    expiresAt: new Date(until),
  };
}
