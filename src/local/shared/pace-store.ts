/** Messages between processes that share a pace and their store. */
import type { Backoff, Pace } from '../pace.ts';

/** Where a request goes: the host, and the proxy if it is known. */
export interface PacedSite {
  host: string;
  /** Names the proxy, without its password. Back-offs of one proxy do not slow down others. */
  proxy?: string | undefined;
}

/** A request that waits for its turn, or has it. */
export interface Turn extends PacedSite {
  /** Identifies the request among all processes. */
  id: string;
}

/** The turn of a request, or how long it is to wait before it asks again. */
export interface TurnReply {
  isGranted: boolean;
  /** Number of consecutive blocks and failures of the site. */
  failures: number;
  /** Milliseconds until the request asks again, unless it is woken before. */
  waitMs: number;
  /** Expected time until its turn [milliseconds]; `undefined` if it depends on the end of other requests. */
  expectedMs: number | undefined;
  reason: 'pace' | 'backoff';
  /** Place in the queue of the host, starting at 1. */
  position: number;
}

/** A leased session. */
export interface SessionLease {
  /** Number of the session, starting at 0. */
  index: number;
  /** Grows by 1 each time the session is blocked. */
  generation: number;
}

/** Sessions that one process at a time uses. */
export interface SessionLeases {
  /** Leases a session that is free; `undefined` if other processes use all of them. `names` identifies the sessions. */
  lease(marketplace: string, names: readonly string[], signal: AbortSignal): Promise<SessionLease | undefined>;
  /** Renews leases. Returns the names that were lost, and the number of processes that wait for a session. */
  renew(marketplace: string, names: readonly string[]): Promise<{ lost: readonly string[]; wanted: number }>;
  /** Gives sessions back. */
  giveBack(marketplace: string, names: readonly string[]): Promise<void>;
  /** Drops a generation of a session for all processes. */
  drop(marketplace: string, name: string, generation: number): Promise<void>;
}

/** Where processes keep the pace that they share. All times are those of its server. */
export interface PaceStore {
  /** Milliseconds after which the turns and sessions of a killed process are free again. */
  readonly leaseMs: number;
  /** Identifies this process among those that share the pace. */
  readonly processId: string;
  /** Asks for the turn of a request. To ask again with the same id after the turn was granted starts its gap again. */
  ask(turn: Turn, pace: Pace, backoff: Backoff | undefined, signal: AbortSignal): Promise<TurnReply>;
  /** Ends the turn of a request, or its wait. */
  end(turn: Turn, pace: Pace): Promise<void>;
  /** Makes running turns last for another lease. */
  renew(turns: readonly Turn[]): Promise<void>;
  /** Makes all requests to the site wait. Returns the wait [milliseconds]. */
  backOff(site: PacedSite, backoff: Backoff, retryAfterMs: number | undefined): Promise<number>;
  /** Forgets the failures of a site that returned a page. */
  reset(site: PacedSite): Promise<void>;
  /** Calls the listener with the host or the marketplace whose requests of this process should ask again. Returns a function that ends it. */
  onWake(listener: (place: string) => void): () => void;
}
