/** The store in memory: for tests, and for services whose keys may be gone with the process. */
import { randomUUID } from 'node:crypto';
import type { Usage } from '../contract/envelope.ts';
import {
  type DayCount,
  dayOf,
  type HeldCredit,
  KEPT_REQUESTS,
  noCreditLeft,
  noSuchKey,
  type RequestRecord,
  type ServiceStore,
  type StoredKey,
  type StoredPack,
  tooManyCalls,
} from './store.ts';

/** Options of the stores. */
export interface StoreOptions {
  /** A clock, in milliseconds since the epoch. @default Date.now */
  now?: (() => number) | undefined;
}

/** A store in memory: all of it is gone when the process ends. */
export function memoryStore({ now = Date.now }: StoreOptions = {}): ServiceStore {
  return new MemoryStore(now);
}

interface Held {
  keyId: string;
  pack: StoredPack;
  lapsesAt: number;
}

class MemoryStore implements ServiceStore {
  readonly #now: () => number;
  readonly #keys = new Map<string, StoredKey>();
  readonly #packs: StoredPack[] = [];
  readonly #held = new Map<string, Held>();
  readonly #requests: RequestRecord[] = [];
  readonly #counts = new Map<string, DayCount & { keyId: string }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  addKey(key: StoredKey): void {
    this.#keys.set(key.id, { ...key });
  }

  findKey(id: string): StoredKey | undefined {
    const key = this.#keys.get(id);
    return key && { ...key };
  }

  listKeys(): StoredKey[] {
    return [...this.#keys.values()].map((key) => ({ ...key }));
  }

  replaceHash(keyId: string, hash: string): boolean {
    const key = this.goodKey(keyId);
    if (key !== undefined) key.hash = hash;
    return key !== undefined;
  }

  revokeKey(keyId: string, at: number): boolean {
    const key = this.goodKey(keyId);
    if (key !== undefined) key.revokedAt = at;
    return key !== undefined;
  }

  addPack(pack: Omit<StoredPack, 'id' | 'charged'>): StoredPack {
    if (!this.#keys.has(pack.keyId)) throw noSuchKey(pack.keyId);
    const stored = { ...pack, id: randomUUID(), charged: 0 };
    this.#packs.push(stored);
    this.#packs.sort((a, b) => a.validUntil - b.validUntil);
    return { ...stored };
  }

  listPacks(keyId?: string): StoredPack[] {
    return this.#packs.filter((pack) => keyId === undefined || pack.keyId === keyId).map((pack) => ({ ...pack }));
  }

  reserve(keyId: string, leaseMs: number): HeldCredit {
    this.freeLapsed();
    const packs = this.active(keyId);
    const remaining = this.remaining(keyId);
    const running = [...this.#held.values()].filter((held) => held.keyId === keyId);
    const connections = Math.max(0, ...packs.map((pack) => pack.connections));
    if (remaining > 0 && running.length >= connections) throw tooManyCalls(connections, remaining);
    const heldOf = (pack: StoredPack) => running.filter((held) => held.pack === pack).length;
    const pack = packs.find((candidate) => candidate.charged + heldOf(candidate) < candidate.requests);
    if (pack === undefined) throw noCreditLeft(remaining);
    const id = randomUUID();
    this.#held.set(id, { keyId, pack, lapsesAt: this.#now() + leaseMs });
    return { id, remaining };
  }

  renew(reservationIds: readonly string[], leaseMs: number): void {
    for (const id of reservationIds) {
      const held = this.#held.get(id);
      if (held !== undefined) held.lapsesAt = this.#now() + leaseMs;
    }
  }

  commit(reservationId: string, record: RequestRecord): Usage {
    const held = this.#held.get(reservationId);
    // A reservation that lapsed while its process stood still is charged as far as credits are left.
    const pack = held?.pack ?? this.active(record.keyId).find(({ charged, requests }) => charged < requests);
    if (pack !== undefined) pack.charged++;
    return this.settle(reservationId, record, pack === undefined ? 0 : 1);
  }

  release(reservationId: string, record: RequestRecord): Usage {
    return this.settle(reservationId, record, 0);
  }

  remaining(keyId: string): number {
    return this.active(keyId).reduce((sum, { requests, charged }) => sum + requests - charged, 0);
  }

  record(record: RequestRecord): void {
    this.#requests.push(record);
    if (this.#requests.length > KEPT_REQUESTS) this.#requests.shift();
    const { endpoint, outcome, keyId } = record;
    const day = dayOf(record.at);
    const id = [keyId, day, endpoint, outcome].join('/');
    const count = this.#counts.get(id) ?? { keyId, day, endpoint, outcome, requests: 0 };
    count.requests++;
    this.#counts.set(id, count);
  }

  recentRequests({ keyId, limit }: { keyId?: string | undefined; limit: number }): RequestRecord[] {
    const wanted = this.#requests.filter((request) => keyId === undefined || request.keyId === keyId);
    return wanted.slice(-limit).reverse();
  }

  dayCounts({ keyId, since }: { keyId?: string | undefined; since: string }): DayCount[] {
    const sums = new Map<string, DayCount>();
    for (const { keyId: own, ...count } of this.#counts.values()) {
      if ((keyId !== undefined && own !== keyId) || count.day < since) continue;
      const id = [count.day, count.endpoint, count.outcome].join('/');
      sums.set(id, { ...count, requests: count.requests + (sums.get(id)?.requests ?? 0) });
    }
    return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
  }

  close(): void {}

  private settle(reservationId: string, record: RequestRecord, consumed: 0 | 1): Usage {
    this.#held.delete(reservationId);
    this.record({ ...record, consumed });
    return { requests_consumed: consumed, requests_remaining: this.remaining(record.keyId) };
  }

  private goodKey(keyId: string): StoredKey | undefined {
    const key = this.#keys.get(keyId);
    return key?.revokedAt === null ? key : undefined;
  }

  private active(keyId: string): StoredPack[] {
    const now = this.#now();
    return this.#packs.filter((pack) => pack.keyId === keyId && pack.validFrom <= now && now < pack.validUntil);
  }

  private freeLapsed(): void {
    for (const [id, { lapsesAt }] of this.#held) if (lapsesAt <= this.#now()) this.#held.delete(id);
  }
}
