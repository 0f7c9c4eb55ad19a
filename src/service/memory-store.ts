/** The store in memory: for tests, and for services whose keys may end with the process. */
import { AccountLedger } from '../ledger/account.ts';
import type { Reservation } from '../ledger/ledger.ts';
import { MemoryAccounts } from '../ledger/stores/memory-ledger.ts';
import { readOptions } from '../options/table.ts';
import { MemoryResponses } from './memory-responses.ts';
import {
  type CountFilter,
  type CountRow,
  type CountUnit,
  countedMarketplace,
  countersOf,
  firstKeptHour,
  isCounted,
  periodOf,
  type StoredCount,
  sumCounts,
} from './request-counts.ts';
import { isSelected, pageOf, type RequestFilter, type RequestPage, type RequestRecord } from './request-record.ts';
import {
  type CommittedResponse,
  KEPT_REQUESTS,
  type NewResponse,
  type ServiceStore,
  STORE_OPTIONS,
  type StoredKey,
  type StoredResponse,
  type StoreOptions,
  unknownPosition,
} from './store.ts';

/** Returns a store in memory. Its content ends with the process. @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option */
export function memoryStore(options: StoreOptions = {}): ServiceStore {
  return new MemoryStore(readOptions('memoryStore', STORE_OPTIONS, options));
}

class MemoryStore implements ServiceStore {
  readonly ledger: AccountLedger;
  readonly #responses: MemoryResponses;
  readonly #keys = new Map<string, StoredKey>();
  readonly #requests: { number: number; record: RequestRecord }[] = [];
  readonly #counts = { hour: new Map<string, StoredCount>(), day: new Map<string, StoredCount>() };
  readonly #now: () => number;
  #recorded = 0;
  #hour = '';

  constructor({ now = Date.now, responseBytes }: StoreOptions) {
    this.#now = now;
    this.ledger = new AccountLedger(new MemoryAccounts(now));
    this.#responses = new MemoryResponses(this.ledger, responseBytes);
  }

  async addKey(key: StoredKey): Promise<void> {
    this.#keys.set(key.id, { ...key });
  }

  async addFirstKey(key: StoredKey): Promise<boolean> {
    if (this.#keys.size > 0) return false;
    this.#keys.set(key.id, { ...key });
    return true;
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

  async commitResponse(reservation: Reservation, response: NewResponse): Promise<CommittedResponse> {
    return this.#responses.commit(reservation, response);
  }

  async record(record: RequestRecord): Promise<void> {
    this.#requests.push({ number: ++this.#recorded, record: structuredClone(record) });
    if (this.#requests.length > KEPT_REQUESTS) this.#requests.shift();
    this.count('hour', record);
    this.count('day', record);
    this.forgetHours();
  }

  async recentRequests(filter: RequestFilter): Promise<RequestPage> {
    const { after, limit } = filter;
    if (after !== undefined && !/^\d{1,15}$/.test(after)) throw unknownPosition(after);
    const before = after === undefined ? Number.POSITIVE_INFINITY : Number(after);
    const matching = this.#requests.filter(({ number, record }) => number < before && isSelected(record, filter));
    const rows = matching.slice(-limit - 1).reverse();
    return pageOf(
      rows,
      limit,
      ({ record }) => structuredClone(record),
      ({ number }) => String(number),
    );
  }

  async counts(filter: CountFilter): Promise<CountRow[]> {
    const selected = [...this.#counts[filter.unit].values()].filter((count) => isCounted(count, filter));
    return sumCounts(selected, filter.by);
  }

  async close(): Promise<void> {
    await this.ledger.close();
  }

  private count(unit: CountUnit, record: RequestRecord): void {
    const { keyId, endpoint, at } = record;
    const period = periodOf(unit, at);
    const marketplace = countedMarketplace(record);
    const id = [period, keyId, endpoint, marketplace].join('/');
    const counts = this.#counts[unit];
    const count = { period, keyId, endpoint, marketplace, counters: countersOf(record) };
    const known = counts.get(id);
    const [sum] = sumCounts(known === undefined ? [count] : [known, count], []);
    counts.set(id, { ...count, counters: sum?.counters ?? {} });
  }

  private forgetHours(): void {
    const hour = firstKeptHour(this.#now());
    if (hour === this.#hour) return;
    this.#hour = hour;
    const { hour: counts } = this.#counts;
    for (const [id, { period }] of counts) if (period < hour) counts.delete(id);
  }

  /** Changes a key that is not revoked. */
  private change(keyId: string, changes: Partial<StoredKey>): boolean {
    const key = this.#keys.get(keyId);
    if (key?.revokedAt !== null) return false;
    Object.assign(key, changes);
    return true;
  }
}
