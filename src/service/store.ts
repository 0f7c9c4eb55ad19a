/** The store of a service: a ledger of credits, API keys and the log of requests. */
import type { Usage } from '../contract/envelope.ts';
import { BadRequestError } from '../contract/errors.ts';
import { LEDGER_OPTIONS, type Ledger, type LedgerOptions, type Reservation } from '../ledger/ledger.ts';
import { wholeNumber } from '../settings/checks.ts';
import type { OptionTable } from '../settings/table.ts';

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

/** How a request ended, for the log and the chart. */
export type Outcome = 'found' | 'not_found' | 'rejected' | 'failed';

/** The log record of a finished request. */
export interface RequestRecord {
  /** `meta.request_id` of the response. */
  requestId: string;
  /** Id of the caller's key. */
  keyId: string;
  /** Name of the endpoint. */
  endpoint: string;
  /** Code of the marketplace. */
  marketplace: string;
  /** HTTP status. */
  status: number;
  /** Code of the error; `null` for a successful response. */
  code: string | null;
  /** How the request ended. */
  outcome: Outcome;
  /** Number of credits charged. */
  consumed: number;
  /** Milliseconds from request to response. */
  timingMs: number;
  /** When the request arrived, in milliseconds since the epoch. */
  at: number;
}

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

/** A response to store. */
export interface NewResponse extends Omit<StoredResponse, 'body'> {
  /** Id of the caller's key. */
  keyId: string;
  /** Value of the header `Idempotency-Key`. */
  idempotencyKey: string;
  /** When the store forgets the response, in milliseconds since the epoch. */
  expiresAt: number;
  /** Returns the JSON of the response for the usage of the charge. */
  bodyFor: (usage: Usage) => string;
}

/** Options of the stores. */
export interface StoreOptions extends LedgerOptions {
  /** Bytes of responses that are kept for idempotency keys. The oldest are dropped first. @default 64 MiB in memory; 256 MiB, compressed, in a file */
  responseBytes?: number | undefined;
}

/** The checks of the options. */
export const STORE_OPTIONS: OptionTable<StoreOptions> = {
  ...LEDGER_OPTIONS,
  responseBytes: { check: (setting) => wholeNumber(setting, 0) },
};

/** Number of requests of one day, endpoint and outcome. */
export interface DayCount {
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  /** Name of the endpoint. */
  endpoint: string;
  /** How the requests ended. */
  outcome: Outcome;
  /** Number of requests. */
  requests: number;
}

/** Selects records of {@link ServiceStore.recentRequests}. */
export interface RequestFilter {
  /** Only requests of this key. @default all keys */
  keyId?: string | undefined;
  /** Largest number of records. */
  limit: number;
}

/** Selects counts of {@link ServiceStore.dayCounts}. */
export interface DayFilter {
  /** Only requests of this key. @default all keys */
  keyId?: string | undefined;
  /** First day, `YYYY-MM-DD`, UTC. */
  since: string;
}

/**
 * The store of a service. Each method is atomic.
 *
 * Charging a credit (`ledger.commit`, `commitResponse`) and logging the request (`record`) are two steps. The service charges first, logs second and then sends
 * the response: if the process is killed in between, a line of the log is lost, but never a credit.
 */
export interface ServiceStore {
  /** Packs and credits of the keys. */
  readonly ledger: Ledger;

  /** Adds a key. */
  addKey(key: StoredKey): Promise<void>;
  /** Returns the key of an id, even if it is revoked. */
  findKey(id: string): Promise<StoredKey | undefined>;
  /** Returns all keys, oldest first. */
  listKeys(): Promise<StoredKey[]>;
  /** Replaces the hash of a key's secret. Returns `false` for an unknown or revoked key. */
  replaceHash(keyId: string, hash: string): Promise<boolean>;
  /** Revokes a key. Returns `false` for an unknown key or one that is already revoked. */
  revokeKey(keyId: string, at: number): Promise<boolean>;

  /** Returns the response that is stored for an idempotency key; `undefined` if there is none, or if it has expired. */
  findResponse(keyId: string, idempotencyKey: string): Promise<StoredResponse | undefined>;
  /**
   * Charges a reserved credit and stores its response: both or neither, even if the process is killed. If the idempotency key has a response
   * already, returns that one, and neither charges nor stores. A response that cannot be charged, as `ledger.commit` describes, is not stored.
   */
  commitResponse(reservation: Reservation, response: NewResponse): Promise<StoredResponse>;

  /** Adds a request to the log and to the counts of its day. */
  record(record: RequestRecord): Promise<void>;
  /** Returns the latest requests, newest first. */
  recentRequests(filter: RequestFilter): Promise<RequestRecord[]>;
  /** Returns the number of requests per day, endpoint and outcome. */
  dayCounts(filter: DayFilter): Promise<DayCount[]>;

  /** Closes files and connections that the store holds, its ledger's included. */
  close(): Promise<void>;
}

/** Number of requests that a store keeps one by one. The counts per day are kept for good. */
export const KEPT_REQUESTS = 10_000;

/** Returns the error for a key that the store does not have. */
export function unknownKey(keyId: string): BadRequestError {
  return new BadRequestError(
    `key: ${JSON.stringify(keyId)} is not a key of this store. List the keys to see their ids.`,
    {
      parameter: 'key',
    },
  );
}

/** Returns the day of a timestamp, `YYYY-MM-DD`, UTC. */
export function dayOf(timestamp: number): string {
  return new Date(timestamp).toISOString().slice(0, 10);
}
