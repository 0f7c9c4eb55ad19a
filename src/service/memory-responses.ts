/** Responses for idempotency keys, in memory. */
import type { AccountLedger } from '../ledger/account.ts';
import type { Reservation } from '../ledger/ledger.ts';
import { monotonicMs } from '../options/runtime.ts';
import type { CommittedResponse, NewResponse, StoredResponse } from './store.ts';

interface Kept {
  response: StoredResponse;
  /** On the monotonic clock [milliseconds]. */
  expiresAt: number;
  bytes: number;
}

/** The responses of a {@link memoryStore}. */
export class MemoryResponses {
  readonly #ledger: AccountLedger;
  readonly #mostBytes: number;
  /** Oldest first. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(ledger: AccountLedger, mostBytes = 64 * 2 ** 20) {
    this.#ledger = ledger;
    this.#mostBytes = mostBytes;
  }

  /** Implements `findResponse` of the store. */
  find(keyId: string, idempotencyKey: string): StoredResponse | undefined {
    const kept = this.#kept.get(idOf(keyId, idempotencyKey));
    return kept === undefined || kept.expiresAt <= monotonicMs() ? undefined : kept.response;
  }

  /** Implements `commitResponse` of the store. */
  commit(reservation: Reservation, given: NewResponse): CommittedResponse {
    const { keyId, idempotencyKey, fingerprint, requestId, found, keepMs } = given;
    const known = this.find(keyId, idempotencyKey);
    if (known !== undefined) return known;
    const usage = this.#ledger.charge(reservation);
    const body = given.bodyFor(usage);
    const response = { fingerprint, requestId, found, body };
    if (usage.requests_consumed === 0) return { ...response, usage };
    const id = idOf(keyId, idempotencyKey);
    this.drop(id);
    const bytes = Buffer.byteLength(body);
    this.#kept.set(id, { response, expiresAt: monotonicMs() + keepMs, bytes });
    this.#bytes += bytes;
    this.trim();
    return { ...response, usage };
  }

  private trim(): void {
    const now = monotonicMs();
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
