/** Where a watch keeps its targets, what it knows of them, their history, and the changes that are not delivered yet. */
import type { AnyEnvelope } from '../../contract/marketplace.ts';
import type { Known, Look } from '../look.ts';
import type { Change, TargetName } from '../types.ts';

/** How often a target changes, as its looks have shown. */
export interface ChangeRate {
  /** Number of looks that showed a change, older ones counting less. */
  changes: number;
  /** Sum of the times between the looks, older ones counting less [milliseconds]. */
  watched_ms: number;
}

/** A doubtful value: it is known when another look shows it too. */
export interface HeldValue {
  /** The value. `null`: it is not there. */
  value: unknown;
  /** When it was first seen [milliseconds since the epoch]. */
  at: number;
  /** When the value before was last seen [milliseconds since the epoch]. */
  since: number;
  /** Ids of the requests that showed it. */
  request_ids: readonly string[];
}

/** Changes that a second look must confirm. */
export interface Doubt {
  /** The doubtful values by their paths, as in `Known.seen_at`. */
  held: Readonly<Record<string, HeldValue>>;
  /** Number of looks in a row that had a new doubt. */
  looks: number;
}

/** The state of a target. It is JSON. */
export interface TargetState {
  /** Number of looks so far: each recorded visit has the next number. */
  visits: number;
  /** The known values. Absent before the first look that succeeded. */
  known?: Known;
  /** The values that wait for a second look. */
  doubt?: Doubt;
  /** How often it changes. */
  rate: ChangeRate;
  /** When the next look is due [milliseconds since the epoch]. */
  next_at: number;
  /** Number of failed looks since the last success. */
  failures: number;
  /** Number of all failed looks. Absent: none. */
  failed?: number;
  /** When changes of a rule were last delivered, for cooldowns [milliseconds since the epoch]. By rule. */
  reported_at?: Readonly<Record<string, number>>;
}

/** A target in a store. */
export interface StoredTarget extends TargetName {
  /** Longest time between two looks [milliseconds]. */
  every_ms: number;
  /** Number of pages. */
  pages: number;
  /** Products of a list to watch. */
  asins?: readonly string[];
  /** Its own rules, as JSON. */
  when?: unknown;
  /** Absent before the first visit. */
  state?: TargetState;
}

/** A look at a target, successful or not, with all that follows from it. It is recorded as a whole or not at all. */
export interface Visit {
  /** Id of the target. */
  target: string;
  /** `visits` of the state before, plus 1: a visit that was recorded already is not recorded again. */
  number: number;
  /** When it was [milliseconds since the epoch]. */
  at: number;
  /** The state after it. */
  state: TargetState;
  /** Credits that it cost. */
  credits: number;
  /** The values of the look, for the history. Those that wait for a second look are left out. Absent for a failed visit, and if it is doubtful whether there is a page. */
  look?: Look;
  /** Its envelopes, one for each page: kept compressed, as far as the store keeps envelopes. */
  envelopes?: readonly AnyEnvelope[];
  /** All changes, for the history. Those of ranks, ratings and numbers of reviews are kept only until they are delivered: their values are in the history. */
  changes: readonly Change[];
  /** The changes to deliver. */
  deliveries: readonly NewDelivery[];
}

/** A change for one receiver. */
export interface NewDelivery {
  /** Id of the change. */
  change: string;
  /** Name of the receiver. */
  receiver: string;
}

/** A change that waits for its delivery. */
export interface Delivery {
  /** The change. */
  change: Change;
  /** Position in the order of recording, over all changes. */
  position: number;
}

/** Which changes to return. Members that are set must all match. */
export interface ChangeFilter {
  /** Id of the target. */
  target?: string | undefined;
  /** Product of the change. */
  asin?: string | undefined;
  /** Types. */
  types?: readonly Change['type'][] | undefined;
  /** From this time on [milliseconds since the epoch]. */
  from?: number | undefined;
  /** Before this time [milliseconds since the epoch]. */
  to?: number | undefined;
}

/** A watch that uses a store. */
export interface StoreHolder {
  /** Its id: each start has another one. */
  id: string;
  /** When it has started [milliseconds since the epoch]. */
  since: number;
}

/** A store of a watch. All methods reject with `UnavailableError`, retryable, while the store cannot be reached. */
export interface WatchStore {
  /** Adds targets, and returns them. Of those that exist, the options are replaced and the state stays. Removed ones are active again. */
  add(targets: readonly Omit<StoredTarget, 'state'>[]): Promise<readonly StoredTarget[]>;
  /**
   * Notes that a watch uses the store. Returns since when another one has, if that was the last one to do so. Optional: without it, a second watch is not
   * noticed.
   */
  claim?(holder: StoreHolder): Promise<StoreHolder | undefined>;
  /** Ends the watch of targets. Their history stays. */
  remove(ids: readonly string[]): Promise<void>;
  /** Returns the active targets, in chunks, in the order of their ids. */
  targets(): AsyncIterable<StoredTarget>;
  /** Returns an active target. */
  target(id: string): Promise<StoredTarget | undefined>;
  /**
   * Records a visit in one transaction. Returns `false`, and changes nothing, if another visit with this number was recorded, or if the target is not
   * active.
   */
  record(visit: Visit): Promise<boolean>;
  /** Returns the first deliveries that wait for a receiver, in the order of recording. */
  deliveries(receiver: string, limit: number): Promise<Delivery[]>;
  /** Removes deliveries that have succeeded, or that the receiver has refused for good. */
  delivered(receiver: string, changes: readonly string[]): Promise<void>;
  /** Returns the credits that visits have cost in a period, by its name such as `day:2026-11-23`. */
  spent(period: string): Promise<number>;
  /** Returns changes in the order of recording. Those that are recorded meanwhile can be missing. */
  changes(filter?: ChangeFilter): AsyncIterable<Change>;
  /** Closes the store. */
  close(): Promise<void>;
}
