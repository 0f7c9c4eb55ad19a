/** Responses for idempotency keys, in memory. */
import type { Reservation } from '../ledger/ledger.ts';
import type { MemoryLedger } from '../ledger/memory-ledger.ts';
import type { NewResponse, StoredResponse } from './store.ts';

interface Kept {
  response: StoredResponse;
  expiresAt: number;
  bytes: number;
}

/** The responses of a {@link memoryStore}. */
export class MemoryResponses {
  readonly #ledger: MemoryLedger;
  readonly #now: () => number;
  readonly #mostBytes: number;
  /** Oldest first. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(ledger: MemoryLedger, now: () => number, mostBytes = 64 * 2 ** 20) {
    this.#ledger = ledger;
    this.#now = now;
    this.#mostBytes = mostBytes;
  }

  /** Implements `findResponse` of the store. */
  find(keyId: string, idempotencyKey: string): StoredResponse | undefined {
    const kept = this.#kept.get(idOf(keyId, idempotencyKey));
    return kept === undefined || kept.expiresAt <= this.#now() ? undefined : kept.response;
  }

  /** Implements `commitResponse` of the store. */
  commit(reservation: Reservation, given: NewResponse): StoredResponse {
    const { keyId, idempotencyKey, fingerprint, requestId, found, expiresAt } = given;
    const known = this.find(keyId, idempotencyKey);
    if (known !== undefined) return known;
    const usage = this.#ledger.charge(reservation);
    const body = given.bodyFor(usage);
    const response = { fingerprint, requestId, found, body };
    if (usage.requests_consumed === 0) return response;
    const id = idOf(keyId, idempotencyKey);
    this.drop(id);
    const bytes = Buffer.byteLength(body);
    this.#kept.set(id, { response, expiresAt, bytes });
    this.#bytes += bytes;
    this.trim();
    return response;
  }

  private trim(): void {
    const now = this.#now();
    for (const [id, { expiresAt }] of this.#kept) {
      if (expiresAt > now && this.#bytes <= this.#mostBytes) return;
      this.drop(id);
    }
  }

  private drop(id: string): void {
    this.#bytes -= this.#kept.get(id)?.bytes ?? 0;
    this.#kept.delete(id);
  }
}

function idOf(keyId: string, idempotencyKey: string): string {
  return `${keyId} ${idempotencyKey}`;
}
