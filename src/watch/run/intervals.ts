/** When to look at a target again. */
import { createHash } from 'node:crypto';
import { type BudgetPeriod, periodOf } from '../../ledger/budget.ts';
import { type Schedule, type ScheduledTarget, scheduleOf } from '../schedule/schedule.ts';
import type { StoredTarget, TargetState, WatchStore } from '../store/store.ts';
import type { WatchParts, WatchSettings } from './watch-options.ts';

/** The schedule is made again after this time, because targets, rates and the rest of the budget change [milliseconds]. */
const SCHEDULE_MS = 600_000;

/** Decides when to look at each target: at its interval, or as its rate of changes and the budget say. */
export class Intervals {
  readonly #settings: WatchSettings;
  readonly #store: WatchStore;
  readonly #targets = new Map<string, ScheduledTarget>();
  #schedule: Schedule | undefined;
  #madeAt = Number.NEGATIVE_INFINITY;
  #making: Promise<void> | undefined;

  constructor({ settings, store }: WatchParts) {
    this.#settings = settings;
    this.#store = store;
  }

  /** Adds a target, or replaces it. */
  set({ id, every_ms: everyMs, pages: credits, state }: StoredTarget): void {
    if (this.#isLearning) this.#targets.set(id, { everyMs, credits, rate: state?.rate });
  }

  delete(id: string): void {
    this.#targets.delete(id);
  }

  /** Brings the schedule up to date, before times are asked for. */
  async prepare(): Promise<void> {
    if (!this.#isLearning) return;
    if (this.#settings.clock.now() - this.#madeAt < SCHEDULE_MS) return;
    this.#making ??= this.#make().finally(() => {
      this.#making = undefined;
    });
    await this.#making;
  }

  /** Returns when to look at a target next [milliseconds since the epoch]. */
  nextAt(target: StoredTarget, state: TargetState, at: number): number {
    const { jitter } = this.#settings;
    const { id, every_ms: everyMs, pages: credits } = target;
    this.set({ ...target, state });
    const interval = this.#schedule?.intervalOf({ everyMs, credits, rate: state.rate }) ?? everyMs;
    // Earlier, not later: `every` is the longest time. The budget itself is never exceeded.
    return at + Math.round(interval * (1 - jitter * spreadOf(id, state.visits)));
  }

  get #isLearning(): boolean {
    const { learn, budgets } = this.#settings;
    return learn ?? budgets.length > 0;
  }

  async #make(): Promise<void> {
    const { clock, budgets: budget, learn, shortestMs } = this.#settings;
    const now = clock.now();
    this.#madeAt = now;
    const names = budget.map(({ per }) => periodOf(per, now).name);
    const spent = new Map(await Promise.all(names.map(async (name) => [name, await this.#store.spent(name)] as const)));
    const spentIn = ({ name }: BudgetPeriod) => spent.get(name) ?? 0;
    this.#schedule = scheduleOf([...this.#targets.values()], { budget, learn, shortestMs, spent: { now, spentIn } });
  }
}

/** Returns a number from 0 to 1 that differs for each visit: the same again after a restart, and in a test. */
function spreadOf(id: string, visits: number): number {
  return createHash('sha256').update(`${id} ${visits}`).digest().readUIntBE(0, 6) / 2 ** 48;
}
