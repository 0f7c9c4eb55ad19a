/** The budget of a watch. Its store counts the credits, so that restarts make no difference. */
import { type Budget, periodOf } from '../../ledger/budget.ts';
import type { WatchStore } from '../store/store.ts';

/** A budget that is used up. */
export interface UsedUp {
  budget: Budget;
  /** When it is renewed [milliseconds since the epoch]. `undefined`: never. */
  until: number | undefined;
  /** Whether looks that run hold some of it: it can suffice when they have ended. */
  isHeld: boolean;
}

/** Counts the credits of looks that run, and compares with the budgets. */
export class LookBudget {
  readonly #budgets: readonly Budget[];
  readonly #store: Pick<WatchStore, 'spent'>;
  #held = 0;

  constructor(budgets: readonly Budget[], store: Pick<WatchStore, 'spent'>) {
    this.#budgets = budgets;
    this.#store = store;
  }

  /** Returns the budget that does not suffice for a look, the one that is renewed last. */
  async usedUp(credits: number, now: number): Promise<UsedUp | undefined> {
    let last: UsedUp | undefined;
    for (const budget of this.#budgets) {
      const { name, endsAt: until } = periodOf(budget.per, now);
      const left = budget.credits - (await this.#store.spent(name));
      if (left - this.#held >= credits) continue;
      const isLater = (until ?? Number.POSITIVE_INFINITY) > (last?.until ?? 0);
      if (last === undefined || isLater) last = { budget, until, isHeld: left >= credits };
    }
    return last;
  }

  /** Holds the credits of a look. Returns a function that ends it. */
  hold(credits: number): () => void {
    this.#held += credits;
    return () => {
      this.#held -= credits;
    };
  }
}
