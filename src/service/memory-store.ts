/** The store in memory: for tests, and for services whose keys may end with the process. */
import type { Reservation } from '../ledger/ledger.ts';
import { MemoryLedger } from '../ledger/memory-ledger.ts';
import { readOptions } from '../settings/table.ts';
import { MemoryResponses } from './memory-responses.ts';
import {
  type DayCount,
  type DayFilter,
  dayOf,
  KEPT_REQUESTS,
  type NewResponse,
  type RequestFilter,
  type RequestRecord,
  type ServiceStore,
  STORE_OPTIONS,
  type StoredKey,
  type StoredResponse,
  type StoreOptions,
} from './store.ts';

/** Returns a store in memory. Its content ends with the process. @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option */
export function memoryStore(options: StoreOptions = {}): ServiceStore {
  return new MemoryStore(readOptions('memoryStore', STORE_OPTIONS, options));
}

class MemoryStore implements ServiceStore {
  readonly ledger: MemoryLedger;
  readonly #responses: MemoryResponses;
  readonly #keys = new Map<string, StoredKey>();
  readonly #requests: RequestRecord[] = [];
  readonly #counts = new Map<string, DayCount & { keyId: string }>();

  constructor({ now = Date.now, responseBytes }: StoreOptions) {
    this.ledger = new MemoryLedger(now);
    this.#responses = new MemoryResponses(this.ledger, now, responseBytes);
  }

  async addKey(key: StoredKey): Promise<void> {
    this.#keys.set(key.id, { ...key });
  }

  async findKey(id: string): Promise<StoredKey | undefined> {
    const key = this.#keys.get(id);
    return key && { ...key };
  }

  async listKeys(): Promise<StoredKey[]> {
    return [...this.#keys.values()].map((key) => ({ ...key }));
  }

  async replaceHash(keyId: string, hash: string): Promise<boolean> {
    return this.change(keyId, { hash });
  }

  async revokeKey(keyId: string, at: number): Promise<boolean> {
    return this.change(keyId, { revokedAt: at });
  }

  async findResponse(keyId: string, idempotencyKey: string): Promise<StoredResponse | undefined> {
    return this.#responses.find(keyId, idempotencyKey);
  }

  async commitResponse(reservation: Reservation, response: NewResponse): Promise<StoredResponse> {
    return this.#responses.commit(reservation, response);
  }

  async record(record: RequestRecord): Promise<void> {
    this.#requests.push(record);
    if (this.#requests.length > KEPT_REQUESTS) this.#requests.shift();
    const { endpoint, outcome, keyId } = record;
    const day = dayOf(record.at);
    const id = [keyId, day, endpoint, outcome].join('/');
    const count = this.#counts.get(id) ?? { keyId, day, endpoint, outcome, requests: 0 };
    count.requests++;
    this.#counts.set(id, count);
  }

  async recentRequests({ keyId, limit }: RequestFilter): Promise<RequestRecord[]> {
    const matching = this.#requests.filter((request) => keyId === undefined || request.keyId === keyId);
    return matching.slice(-limit).reverse();
  }

  async dayCounts({ keyId, since }: DayFilter): Promise<DayCount[]> {
    const sums = new Map<string, DayCount>();
    for (const { keyId: own, ...count } of this.#counts.values()) {
      if ((keyId !== undefined && own !== keyId) || count.day < since) continue;
      const id = [count.day, count.endpoint, count.outcome].join('/');
      sums.set(id, { ...count, requests: count.requests + (sums.get(id)?.requests ?? 0) });
    }
    return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
  }

  async close(): Promise<void> {
    await this.ledger.close();
  }

  /** Changes a key that is not revoked. */
  private change(keyId: string, changes: Partial<StoredKey>): boolean {
    const key = this.#keys.get(keyId);
    if (key?.revokedAt !== null) return false;
    Object.assign(key, changes);
    return true;
  }
}
