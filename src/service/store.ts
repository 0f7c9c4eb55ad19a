/** The store of a service: a ledger of credits, API keys and the log of requests. */

import type { Usage } from '../contract/envelope.ts';
import { BadRequestError } from '../contract/errors.ts';
import { shown } from '../contract/shown.ts';
import {
  type CommitOptions,
  LEDGER_OPTIONS,
  type Ledger,
  type LedgerOptions,
  type Reservation,
} from '../ledger/ledger.ts';
import { wholeNumber } from '../options/checks.ts';
import type { OptionTable } from '../options/table.ts';
import type { CountFilter, HourCounts, RequestFilter, RequestPage, RequestRecord } from './request-record.ts';

/** An API key. The store keeps a hash of its secret, never the secret itself. */
export interface StoredKey {
  /** The public part of the key, which identifies it. */
  id: string;
  /** Name that the operator gave the key. */
  name: string;
  /** SHA-256 of the whole key, in hexadecimal digits. */
  hash: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch; `null` for a key that is not revoked. */
  revokedAt: number | null;
}

/** Selects keys of `ServiceStore.listKeys`. */
export interface KeyFilter {
  /** Only the key with this id, even if it is revoked. @default all keys */
  id?: string | undefined;
  /** Number of keys to leave out at the start. @default 0 */
  skip?: number | undefined;
  /** Largest number of keys. @default all */
  limit?: number | undefined;
}

/** The members of a key that can change. */
export type KeyChanges = Partial<Pick<StoredKey, 'hash'> & { revokedAt: number }>;

/** The response of a charged call, stored under its idempotency key. */
export interface StoredResponse {
  /** Identifies the endpoint and the parameters of the call. */
  fingerprint: string;
  /** `meta.request_id` of the response. */
  requestId: string;
  /** Whether the entity was found. */
  found: boolean;
  /** JSON of the response. */
  body: string;
}

/** The response that {@link ServiceStore.commitResponse} returns. */
export interface CommittedResponse extends StoredResponse {
  /** The usage of the charge; `undefined` for a response that was stored before. */
  usage?: Usage | undefined;
}

/** A response to store. */
export interface NewResponse extends Omit<StoredResponse, 'body'> {
  /** Id of the caller's key. */
  keyId: string;
  /** Value of the header `Idempotency-Key`. */
  idempotencyKey: string;
  /** How long the store keeps the response [milliseconds]. Measured with a monotonic clock. */
  keepMs: number;
  /**
   * Returns the JSON of the response for the usage of the charge, which it has as it is. A store may call it with other numbers first: one whose charge runs
   * on a server sends the JSON with the charge, and replaces `requests_remaining` in it.
   */
  bodyFor: (usage: Usage) => string;
}

/** Options of the stores. */
export interface StoreOptions extends LedgerOptions {
  /** Bytes of responses that are kept for idempotency keys. The oldest are dropped first. Compressed. @default 256 MiB; 64 MiB for each API key in Redis */
  responseBytes?: number | undefined;
}

/** The checks of the options. */
export const STORE_OPTIONS: OptionTable<StoreOptions> = {
  ...LEDGER_OPTIONS,
  responseBytes: { check: (setting) => wholeNumber(setting, 0) },
};

/**
 * The store of a service. Each method is atomic.
 *
 * Charging a credit (`ledger.commit`, `commitResponse`) and logging the request (`record`) are two steps. The service charges first, logs second and then sends
 * the response: if the process is killed in between, a line of the log is lost, but never a credit.
 */
export interface ServiceStore {
  /** Packs and credits of the keys. */
  readonly ledger: Ledger;

  /**
   * Adds a key, and returns `true`. With `isFirst` only to a store that has none, not even a revoked one: of several processes that start at once, one
   * adds its key.
   */
  addKey(key: StoredKey, options?: { isFirst?: boolean }): Promise<boolean>;
  /** Returns keys, oldest first. */
  listKeys(filter?: KeyFilter): Promise<StoredKey[]>;
  /** Replaces the hash of a key's secret, or revokes the key. Returns `false` for an unknown or revoked key. */
  changeKey(keyId: string, changes: KeyChanges): Promise<boolean>;

  /** Returns the response that is stored for an idempotency key; `undefined` if there is none, or if it has expired. */
  findResponse(keyId: string, idempotencyKey: string): Promise<StoredResponse | undefined>;
  /**
   * Charges a reserved credit and stores its response: both or neither, even if the process is killed. If the idempotency key has a response
   * already, returns that one, and neither charges nor stores. A response that cannot be charged, as `ledger.commit` describes, is not stored.
   */
  commitResponse(reservation: Reservation, response: NewResponse, options?: CommitOptions): Promise<CommittedResponse>;

  /** Adds a request to the log, and to the counts of its hour. */
  record(record: RequestRecord): Promise<void>;
  /**
   * Returns a page of the log, newest first.
   *
   * @throws BadRequestError for an `after` that is not the `next` of a page
   */
  recentRequests(filter: RequestFilter): Promise<RequestPage>;
  /** Returns the counts of the hours that have any, oldest first. Those of the last eight days are kept. */
  counts(filter: CountFilter): Promise<HourCounts[]>;

  /** Resolves if the store takes writes now. Without it, `/readyz` only reads. @throws UnavailableError */
  ready?(): Promise<void>;
  /** Closes files and connections that the store holds, its ledger's included. */
  close(): Promise<void>;
}

/** Number of requests that a store keeps one by one. */
export const KEPT_REQUESTS = 10_000;

/** Largest decompressed response [bytes]: what another program damaged must not fill the memory. */
export const LARGEST_BODY: number = 256 * 2 ** 20;

/** Returns the error for a key that the store does not have. */
export function unknownKey(keyId: string): BadRequestError {
  return new BadRequestError(`key: ${shown(keyId)} is not a key of this store. List the keys to see their ids.`, {
    parameter: 'key',
  });
}

/** Returns the error for a position in the log that no page ended at. */
export function unknownPosition(after: string): BadRequestError {
  return new BadRequestError(
    `after: ${shown(after)} is not a position in the log: expected the "next" of a page. Start with the first page.`,
    { parameter: 'after' },
  );
}
