/** The store in memory: for tests, and for services whose keys may end with the process. */
import { AccountLedger } from '../ledger/account.ts';
import type { Reservation } from '../ledger/ledger.ts';
import { MemoryAccounts } from '../ledger/stores/memory-ledger.ts';
import { readOptions } from '../options/table.ts';
import { addedTo, type CountFilter, firstKeptHour, type HourCounts, hourOf } from './call-counts.ts';
import { MemoryResponses } from './memory-responses.ts';
import { isSelected, pageOf, type RequestFilter, type RequestPage, type RequestRecord } from './request-record.ts';
import {
  type CommittedResponse,
  KEPT_REQUESTS,
  type KeyChanges,
  type KeyFilter,
  type NewResponse,
  pageOfKeys,
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
  /** By hour, then by key; the key '' is all of them. */
  readonly #counts = new Map<string, Map<string, HourCounts>>();
  readonly #now: () => number;
  #recorded = 0;

  constructor({ now = Date.now, responseBytes }: StoreOptions) {
    this.#now = now;
    this.ledger = new AccountLedger(new MemoryAccounts(now));
    this.#responses = new MemoryResponses(this.ledger, responseBytes);
  }

  async addKey(key: StoredKey, { isFirst = false }: { isFirst?: boolean } = {}): Promise<boolean> {
    if (isFirst && this.#keys.size > 0) return false;
    this.#keys.set(key.id, { ...key });
    return true;
  }

  async listKeys({ id, ...page }: KeyFilter = {}): Promise<StoredKey[]> {
    const keys = id === undefined ? [...this.#keys.values()] : [this.#keys.get(id)];
    return pageOfKeys(keys, page).map((key) => ({ ...key }));
  }

  async changeKey(keyId: string, changes: KeyChanges): Promise<boolean> {
    const key = this.#keys.get(keyId);
    if (key?.revokedAt !== null) return false;
    Object.assign(key, changes);
    return true;
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
    const hour = hourOf(record.at);
    const counts = this.#counts.get(hour) ?? new Map<string, HourCounts>();
    for (const id of [record.keyId, '']) counts.set(id, { hour, ...addedTo(counts.get(id), record) });
    if (this.#counts.has(hour)) return;
    this.#counts.set(hour, counts);
    const first = firstKeptHour(this.#now());
    for (const old of this.#counts.keys()) if (old < first) this.#counts.delete(old);
  }

  async recentRequests(filter: RequestFilter): Promise<RequestPage> {
    const { after, limit } = filter;
    if (after !== undefined && !/^\d{1,15}$/.test(after)) throw unknownPosition(after);
    const before = after === undefined ? Number.POSITIVE_INFINITY : Number(after);
    const matching = this.#requests.filter(({ number, record }) => number < before && isSelected(record, filter));
    const rows = matching.slice(-limit - 1).reverse();
    return pageOf(rows, limit, (row) => ({ record: structuredClone(row.record), position: String(row.number) }));
  }

  async counts({ since, until, keyId = '' }: CountFilter): Promise<HourCounts[]> {
    const [first, last] = [hourOf(since), hourOf(until)];
    const hours = [...this.#counts.keys()].filter((hour) => first <= hour && hour <= last).sort();
    return hours.flatMap((hour) => this.#counts.get(hour)?.get(keyId) ?? []);
  }

  async close(): Promise<void> {
    await this.ledger.close();
  }
}
