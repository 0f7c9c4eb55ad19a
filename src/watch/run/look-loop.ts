/** Starts the looks that are due, as far as the budget allows. */
import { pauseMs } from '../../client/retries.ts';
import { isWrongSetting } from '../../contract/stops-all-calls.ts';
import { type Budget, periodOf } from '../../ledger/budget.ts';
import { Alarm } from './clock.ts';
import { DueTargets } from './due-targets.ts';
import type { LookEnd } from './looker.ts';
import type { WatchParts } from './watch-options.ts';

/** How long looks wait after an error that every look would have, if the error names no time [milliseconds]. */
const PAUSE_MS = 60_000;

/** The clock is read at least this often: timers stand still while a machine sleeps, and its clock can be set back [milliseconds]. */
const LONGEST_WAIT_MS = 600_000;

/** Starts the looks that are due, as far as concurrency and budget allow. */
export class LookLoop {
  readonly #parts: WatchParts;
  /** Looks at a target. */
  readonly #lookAt: (id: string) => Promise<LookEnd>;
  /** Credits of the looks that run. The store counts the others, so that restarts make no difference. */
  #held = 0;
  readonly #alarm: Alarm;
  readonly #due = new DueTargets();
  /** All targets, with the credits of a look. */
  readonly #targets = new Map<string, number>();
  readonly #running = new Map<string, Promise<void>>();
  /** Targets that were added during a look at them, and when they are due. */
  readonly #added = new Map<string, number | undefined>();
  /** The time when it was last read [milliseconds since the epoch]. */
  #readAt = Number.NEGATIVE_INFINITY;
  #pausedUntil: number | undefined;
  #reportedWait: number | undefined;
  #hasSucceeded = false;
  #failure: { error: unknown } | undefined;

  constructor(parts: WatchParts, lookAt: (id: string) => Promise<LookEnd>) {
    this.#parts = parts;
    this.#lookAt = lookAt;
    this.#alarm = new Alarm(parts.settings.clock);
  }

  has(id: string): boolean {
    return this.#targets.has(id);
  }

  /** Adds a target, or changes the time of its next look [milliseconds since the epoch]. `undefined`: not in this round. */
  set(id: string, credits: number, dueAt: number | undefined): void {
    this.#targets.set(id, credits);
    if (this.#running.has(id)) this.#added.set(id, dueAt);
    else if (dueAt !== undefined) this.#due.set(id, dueAt);
    this.#alarm.ring();
  }

  /** Removes a target. A look that runs is not recorded. */
  delete(id: string): void {
    this.#targets.delete(id);
    this.#due.delete(id);
    this.#added.delete(id);
    this.#alarm.ring();
  }

  /**
   * Looks until the watch closes; with `once` until each target was looked at; with a budget that is not renewed until it is used up.
   *
   * @throws the error that every look would have, if none has succeeded yet; errors of the store
   */
  async run(): Promise<void> {
    const { stopping, settings } = this.#parts;
    try {
      for (;;) {
        const waitMs = await this.#startLooks();
        if (waitMs === 'over') break;
        await this.#alarm.wait(stopping, Math.min(waitMs ?? LONGEST_WAIT_MS, LONGEST_WAIT_MS));
        // Looks at a marketplace in memory would otherwise hold up the process.
        await settings.clock.turn?.();
        if (this.#failure !== undefined) throw this.#failure.error;
      }
    } catch (error) {
      if (!stopping.aborted || this.#failure !== undefined) throw error;
    } finally {
      await Promise.all(this.#running.values());
    }
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Starts looks. Returns the time until another one can start [milliseconds]; `undefined` until something happens. */
  async #startLooks(): Promise<number | undefined | 'over'> {
    const { stopping, settings, emit } = this.#parts;
    while (this.#running.size < settings.concurrency) {
      stopping.throwIfAborted();
      const now = this.#now();
      if (this.#pausedUntil !== undefined) {
        if (now < this.#pausedUntil) return this.#pausedUntil - now;
        this.#pausedUntil = undefined;
        emit('resumed', {});
      }
      const first = this.#due.first;
      if (first === undefined) return settings.once && this.#running.size === 0 ? 'over' : undefined;
      if (first.at > now) return first.at - now;
      const credits = this.#targets.get(first.id) ?? 1;
      const usedUp = await this.#usedUp(credits, now);
      if (usedUp !== undefined) return this.#waitFor(usedUp, now);
      // It can have been removed, or started, meanwhile.
      if (this.#due.first !== first) continue;
      this.#start(first.id, credits);
    }
    return undefined;
  }

  /** Returns the time. When the clock was set back, the looks do not wait for as long. */
  #now(): number {
    const now = this.#parts.settings.clock.now();
    const back = this.#readAt - now;
    this.#readAt = now;
    if (back > 0 && Number.isFinite(back)) {
      this.#due.shift(-back);
      if (this.#pausedUntil !== undefined) this.#pausedUntil -= back;
    }
    return now;
  }

  /** Returns the budget that does not suffice for a look, the one that is renewed last. */
  async #usedUp(credits: number, now: number): Promise<UsedUp | undefined> {
    const { settings, store } = this.#parts;
    let last: UsedUp | undefined;
    for (const budget of settings.budgets) {
      const { name, endsAt: until } = periodOf(budget.per, now);
      const left = budget.credits - (await store.spent(name));
      if (left - this.#held >= credits) continue;
      const isLater = (until ?? Number.POSITIVE_INFINITY) > (last?.until ?? 0);
      if (last === undefined || isLater) last = { budget, until, isHeld: left >= credits };
    }
    return last;
  }

  #waitFor({ budget, until, isHeld }: UsedUp, now: number): number | undefined | 'over' {
    const end = until ?? Number.POSITIVE_INFINITY;
    if (!isHeld && this.#reportedWait !== end) {
      this.#reportedWait = end;
      this.#parts.emit('waiting', { budget, until });
    }
    if (this.#running.size > 0) return until === undefined ? undefined : until - now;
    return until === undefined || this.#parts.settings.once ? 'over' : until - now;
  }

  #start(id: string, credits: number): void {
    this.#due.delete(id);
    this.#held += credits;
    const running = this.#look(id).finally(() => {
      this.#running.delete(id);
      this.#added.delete(id);
      this.#held -= credits;
      this.#alarm.ring();
    });
    this.#running.set(id, running);
  }

  async #look(id: string): Promise<void> {
    const { ending, settings } = this.#parts;
    try {
      const end = await this.#lookAt(id);
      switch (end.kind) {
        case 'gone':
          return this.#forget(id);
        case 'stopped':
          return this.#stopFor(id, end.error);
        case 'recorded': {
          this.#hasSucceeded ||= !end.hasFailed;
          const isNext = this.#targets.has(id) && (!settings.once || end.isDoubtful);
          if (isNext) this.#due.set(id, end.nextAt);
        }
      }
    } catch (error) {
      if (!ending.aborted) this.#failure ??= { error };
    }
  }

  /** Removes a target that the store does not have: it can have been added since it was asked. */
  #forget(id: string): void {
    const dueAt = this.#added.get(id);
    if (!this.#added.has(id)) this.#targets.delete(id);
    else if (dueAt !== undefined) this.#due.set(id, dueAt);
  }

  /** Pauses after an error that every look would have. Ends the watch if no look has succeeded yet. */
  #stopFor(id: string, error: unknown): void {
    const { settings, emit } = this.#parts;
    if (settings.once || (isWrongSetting(error) && !this.#hasSucceeded)) {
      this.#failure ??= { error };
      return;
    }
    const now = settings.clock.now();
    if (this.#targets.has(id)) this.#due.set(id, now);
    if (this.#pausedUntil !== undefined) return;
    const waitMs = pauseMs(error, PAUSE_MS);
    this.#pausedUntil = now + waitMs;
    emit('paused', { error, wait_ms: waitMs });
  }
}

/** A budget that is used up. */
interface UsedUp {
  budget: Budget;
  /** When it is renewed [milliseconds since the epoch]. `undefined`: never. */
  until: number | undefined;
  /** Whether looks that run hold some of it: it can suffice when they have ended. */
  isHeld: boolean;
}
