/** The options, events and methods of a watch. */

import type { Language, MarketplaceCode } from '../../contract/codes.ts';
import type { Duration } from '../../contract/marketplace.ts';
import type { Budget, Budgets } from '../../ledger/budget.ts';
import type { WatchHistory } from '../history/history-types.ts';
import type { ChangeHandler, ChangeSink } from '../sinks.ts';
import type { StoredTarget, WatchStore } from '../store/store.ts';
import type { Change, Rules, WatchTarget } from '../types.ts';

/** A time of each day in which changes are not delivered: they wait for its end. */
export interface QuietHours {
  /** When it begins: `22:00`. */
  from: string;
  /** When it ends: `07:00`. */
  to: string;
  /** Time zone, such as `Europe/Berlin`. @default that of the machine */
  timeZone?: string | undefined;
}

/**
 * The targets: one or more, or a source of them. A source is read one target after the other, also while the watch runs. A string means what
 * a line of a file of targets means: an ASIN, `ASIN:de`, a URL, a seller id, a browse node, a keyword of several words.
 */
export type WatchTargets = WatchTarget | string | Iterable<WatchTarget | string> | AsyncIterable<WatchTarget | string>;

/** Options of {@link watch}. */
export interface WatchOptions {
  /** Longest time between two looks at a target: milliseconds, or a number and `s`, `m`, `h` or `d`. @default '1h' */
  every?: Duration | undefined;
  /** Share of `every` by which a look can be earlier, so that the looks spread over time: 0 to 1. @default 0.1 */
  jitter?: number | undefined;
  /** Credits that looks may cost. When it is used up, looks wait for the next period. The store counts, so that it holds over restarts. @default no limit */
  budget?: Budgets | undefined;
  /** Most looks at the same time. @default 10 */
  concurrency?: number | undefined;
  /** Ends the watch, as `close` does, without waiting for looks that run. */
  signal?: AbortSignal | undefined;
  /** Which changes to report. @default all types that need no limit */
  when?: Rules | undefined;
  /** Whether a second look must confirm changes: those that can come from an incomplete page, all, or none. @default 'doubtful' */
  confirm?: 'doubtful' | 'always' | 'never' | undefined;
  /** Time until the second look: milliseconds, or a number and a unit. @default '1m' */
  confirmAfter?: Duration | undefined;
  /** When changes are not delivered. Looks go on. @default none */
  quietHours?: QuietHours | undefined;
  /** Takes the changes: a function or a sink, or several. Each gets every change at least once. @default the loop over the watch takes them */
  deliver?: ChangeHandler | ChangeSink | readonly (ChangeHandler | ChangeSink)[] | undefined;
  /** Keeps targets, history and changes that are not delivered yet. You close it yourself. Without `db`. @default in memory */
  store?: WatchStore | undefined;
  /** File of a SQLite database that keeps them. Created if it does not exist. Without `store`. */
  db?: string | undefined;
  /**
   * Whether to look more often at what changes more often: with a budget, as often as it allows; without one, when a change is as likely as not.
   * @default true with a budget, else false
   */
  learn?: boolean | undefined;
  /** With `learn`: shortest time between two looks at a target. @default '5m' */
  shortest?: Duration | undefined;
  /** Looks once at each target that is due, delivers the changes, and ends. For cron: a target is due up to a tenth of its `every` early. @default false */
  once?: boolean | undefined;
  /** Targets that are in the store, but not among the given ones: whether their watch ends or goes on. @default 'remove' */
  others?: 'remove' | 'keep' | undefined;
  /** Default of the parameter `marketplace`. @default that of the marketplace */
  marketplace?: MarketplaceCode | undefined;
  /** Default of the parameter `language`. @default that of the marketplace */
  language?: Language | undefined;
  /** Receives the events of the watch. */
  onEvent?: ((event: WatchEvent) => void) | undefined;
  /** Returns the current time [milliseconds since the epoch]. @default the clock of the machine */
  now?: (() => number) | undefined;
  /** Resolves after some milliseconds; rejects when the signal aborts. For tests: `virtualClock()` has it. @default timers */
  sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

/** Members of events of a look. */
export interface LookEventBase {
  /** Id of the target. */
  target: string;
  /** Number of the visit, starting at 1. */
  visit: number;
  /** When the next look is due [milliseconds since the epoch]. */
  next_at: number;
}

/** Members of each type of event. */
export interface WatchEventDetails {
  /** A look at a target has ended: number of its changes, before the rules, and what it cost. */
  looked: LookEventBase & { found: boolean; changes: number; credits: number; duration_ms: number };
  /** A look shows a change that a second look must confirm. */
  doubtful: LookEventBase & { reason: string };
  /** A look has failed. It is repeated. `failures` is the number of failures since the last success. */
  failed: LookEventBase & { error: unknown; failures: number };
  /** The budget is used up: looks wait until `until` [milliseconds since the epoch], or for ever if it is not renewed. */
  waiting: { budget: Budget; until: number | undefined };
  /** Looks wait for `wait_ms` milliseconds: each would fail in the same way, because no credits are left, or the key is wrong. */
  paused: { error: unknown; wait_ms: number };
  /** Looks go on. */
  resumed: object;
  /** Targets of the store that are not among the given ones: they are no longer watched, and their history stays. With `others: 'keep'` there are none. */
  dropped: { targets: readonly string[] };
  /** A receiver has taken a change. */
  delivered: { receiver: string; change: Change };
  /** A delivery has failed. It is repeated after `wait_ms` milliseconds. */
  undelivered: { receiver: string; change: Change; error: unknown; wait_ms: number };
  /** A receiver refuses a change for good. It is not delivered to it again. */
  refused: { receiver: string; change: Change; reason: string };
  /** The store cannot be used at the moment, or the watch has ended with an error. */
  error: { error: unknown };
}

/** An event of a watch: branch on `type`. */
export type WatchEvent = {
  [Type in keyof WatchEventDetails]: { type: Type } & WatchEventDetails[Type];
}[keyof WatchEventDetails];

/** Options of {@link Watch.close}. */
export interface CloseWatchOptions {
  /** How long running looks and deliveries may go on, before they are aborted [milliseconds]. @default 30_000 */
  graceMs?: Duration | undefined;
}

/**
 * A running watch. Iterate over it for its changes: asking for the next one acknowledges the last, and leaving the loop closes the watch. A change that
 * was not acknowledged is repeated by the next watch with the same store, with the same `id`.
 *
 * The loop gets the changes since the start. With `deliver` it gets those since its own start.
 *
 * `remove` and `targets` wait until the given targets are read; of an asynchronous source, until it first waits for more.
 */
export interface Watch extends AsyncIterable<Change, void, undefined>, AsyncDisposable {
  /** Adds targets while the watch runs. Of those that it has, the options are replaced. @throws BadRequestError for an invalid target, with its position, and when the watch has ended */
  add(targets: WatchTargets): Promise<void>;
  /** Ends the watch of targets, by their ids. Their history stays. @throws BadRequestError when the watch has ended */
  remove(ids: string | readonly string[]): Promise<void>;
  /** Returns the targets, with what is known of them. */
  targets(): AsyncIterable<StoredTarget>;
  /** The history: lowest and highest prices, time in stock, shares of the Buy Box. Of stores that have a history, such as that of SQLite. */
  readonly history: WatchHistory;
  /** Resolves when the watch has ended. Rejects with the error that ended it. */
  readonly done: Promise<void>;
  /** Starts no more looks and deliveries, waits for those that run, and closes sinks, and the store if the watch has opened it. */
  close(options?: CloseWatchOptions): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
