/** The settings that the test of kills gives to the process that watches. */

/** Where a process ends itself. `mark`: the store forgets a delivery. */
export type KillPoint =
  | { at: 'before record' | 'after record' | 'in function' }
  | { at: 'before mark' | 'after mark'; receiver: 'function' | 'ndjson' | 'webhook' };

/** Settings of a process that watches. */
export interface WatcherSettings {
  asins: readonly string[];
  /** The service, and a key of it. */
  service: { baseUrl: string; apiKey: string };
  webhook: { url: string; secret: string };
  /** Files of the store, of the NDJSON sink and of the function. */
  files: { db: string; ndjson: string; own: string };
  /** When the clock of the watch began, which all processes share [milliseconds since the epoch]. */
  startedAt: number;
  /** Whether it looks once, delivers what waits, and ends. */
  once: boolean;
  /** Where it ends itself, at which time that it gets there. */
  kill?: KillPoint & { nth: number };
}
