/** A pace that several processes and machines share. */
import type { Backoff, Pace, Pacing } from './pace.ts';
import type { SessionPool } from './sessions.ts';

/** Keeps the pace of hosts over several processes and machines: the result of `redisPace` of `buybox/redis`. */
export interface SharedPace {
  /** Returns the pace of one marketplace object. */
  pacing(pace: Pace, backoff: Backoff | undefined): Pacing;
  /** Returns the sessions of one marketplace object; `undefined` if they are not leased. `names` identifies the sessions among all processes. */
  sessions(names: readonly string[]): SessionPool | undefined;
  /** Closes the connection. */
  close(): Promise<void>;
}
