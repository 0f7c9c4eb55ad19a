/** The store of a service: a ledger of credits, API keys and the log of requests. */
import { BadRequestError } from '../contract/errors.ts';
import type { Ledger } from '../ledger/ledger.ts';

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
 * Charging a credit (`ledger.commit`) and logging the request (`record`) are two steps. The service charges first, logs second and then sends
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
