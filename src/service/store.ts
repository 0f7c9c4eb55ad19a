/** Where the service keeps keys, packs, credits and its log: the interface, and what stands in it. */
import type { Usage } from '../contract/envelope.ts';
import { BadRequestError, QuotaExceededError, RateLimitError } from '../contract/errors.ts';

/** A value, or a promise of it: a store in the process answers at once, one behind a network later. */
export type Awaitable<T> = T | Promise<T>;

/** An API key. Its secret is nowhere: only the hash is. */
export interface StoredKey {
  /** The part of the key that is no secret: it names the key. */
  id: string;
  /** What the operator calls it. */
  name: string;
  /** SHA-256 of the whole key, in hexadecimal digits. */
  hash: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch; `null` while the key is good. */
  revokedAt: number | null;
}

/** Credits of a key that were bought together. */
export interface StoredPack {
  /** Names the pack. */
  id: string;
  /** The key that it belongs to. */
  keyId: string;
  /** How many answers it pays for. */
  requests: number;
  /** How many of them are charged. */
  charged: number;
  /** Its price in US dollars; `0` for a free one. */
  priceUsd: number;
  /** How many calls of the key may run at once. */
  connections: number;
  /** Counts from this moment, in milliseconds since the epoch, ... */
  validFrom: number;
  /** ... until this one, which is not part of it. */
  validUntil: number;
}

/** How a request ended, for the log and the chart. */
export type Outcome = 'found' | 'not_found' | 'rejected' | 'failed';

/** A request that is over. */
export interface RequestRecord {
  /** `meta.request_id` of its answer. */
  requestId: string;
  /** The key that it came with. */
  keyId: string;
  /** The endpoint's name. */
  endpoint: string;
  /** The marketplace's code. */
  marketplace: string;
  /** HTTP status. */
  status: number;
  /** The error's code; `null` for an answer. */
  code: string | null;
  /** How it ended. */
  outcome: Outcome;
  /** Credits charged. */
  consumed: number;
  /** From receipt to answer, in milliseconds. */
  timingMs: number;
  /** When it came, in milliseconds since the epoch. */
  at: number;
}

/** How many requests of a day ended in a way. */
export interface DayCount {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** The endpoint's name. */
  endpoint: string;
  /** How they ended. */
  outcome: Outcome;
  /** How many. */
  requests: number;
}

/** A credit that is set aside for a running call, until it lapses. */
export interface HeldCredit {
  /** Names the reservation. */
  id: string;
  /** What is left, this credit still counted. */
  remaining: number;
}

/**
 * The store of a service. Each method is one transaction. Reservations lapse: those of a
 * process that was killed are free again when their time is up, as {@link ServiceStore.renew} is not called for them any more.
 */
export interface ServiceStore {
  /** Keeps a new key. */
  addKey(key: StoredKey): Awaitable<void>;
  /** The key of an id, revoked or not. */
  findKey(id: string): Awaitable<StoredKey | undefined>;
  /** Oldest first. */
  listKeys(): Awaitable<StoredKey[]>;
  /** Gives a key another secret. @returns whether there is such a key, not revoked */
  replaceHash(keyId: string, hash: string): Awaitable<boolean>;
  /** @returns whether there is such a key that was not revoked before */
  revokeKey(keyId: string, at: number): Awaitable<boolean>;

  /** Gives a key a pack. @returns the pack as it is kept */
  addPack(pack: Omit<StoredPack, 'id' | 'charged'>): Awaitable<StoredPack>;
  /** All packs of a key, or of all; the one that expires first is first. */
  listPacks(keyId?: string): Awaitable<StoredPack[]>;

  /**
   * Sets a credit of the key aside for `leaseMs`, from the active pack that expires first.
   *
   * @throws RateLimitError with `retryAfterMs` when as many calls run as the packs allow
   * @throws QuotaExceededError when no credit is left
   */
  reserve(keyId: string, leaseMs: number): Awaitable<HeldCredit>;
  /** Sets credits aside for `leaseMs` from now on. */
  renew(reservationIds: readonly string[], leaseMs: number): Awaitable<void>;
  /** The call was answered: charges the credit and writes the record. */
  commit(reservationId: string, record: RequestRecord): Awaitable<Usage>;
  /** The call failed: frees the credit and writes the record. */
  release(reservationId: string, record: RequestRecord): Awaitable<Usage>;
  /** Credits that are not charged yet, over the key's active packs. */
  remaining(keyId: string): Awaitable<number>;

  /** Writes the record of a request that took no credit. */
  record(record: RequestRecord): Awaitable<void>;
  /** The latest requests, newest first. */
  recentRequests(filter: { keyId?: string | undefined; limit: number }): Awaitable<RequestRecord[]>;
  /** Requests of each day since a day (`YYYY-MM-DD`, UTC). */
  dayCounts(filter: { keyId?: string | undefined; since: string }): Awaitable<DayCount[]>;

  /** Ends what the store holds open. */
  close(): Awaitable<void>;
}

/** How many requests a store remembers one by one; the counts of days go on. */
export const KEPT_REQUESTS = 10_000;

/** How long a caller over its connections is told to wait. */
const RETRY_AFTER_MS = 1_000;

/** The refusal of a call beyond the packs' connections. */
export function tooManyCalls(connections: number, remaining: number): RateLimitError {
  return new RateLimitError(
    `${connections} calls of this key run already, as many as its packs allow; wait for one to end`,
    { retryAfterMs: RETRY_AFTER_MS, usage: { requests_consumed: 0, requests_remaining: remaining } },
  );
}

/** The refusal of a call without a credit. */
export function noCreditLeft(remaining: number): QuotaExceededError {
  return new QuotaExceededError('no credit is left in the active packs; add a pack', {
    usage: { requests_consumed: 0, requests_remaining: remaining },
  });
}

/** A pack needs a key. */
export function noSuchKey(keyId: string): BadRequestError {
  return new BadRequestError(`key: ${JSON.stringify(keyId)} is no key of this store; list the keys to see theirs`, {
    parameter: 'key',
  });
}

/** The day of a moment, UTC. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
