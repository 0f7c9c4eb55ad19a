/** Keeps calls within budgets. Each period of a budget is a pack of a key of its own in the ledger. */
import { BudgetExceededError, MarketplaceError, QuotaExceededError } from '../contract/errors.ts';
import { type Budget, periodOf } from '../ledger/budget.ts';
import { Leases, type OpenLease } from '../ledger/leases.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { LARGEST } from '../ledger/pack.ts';
import type { Call } from './call.ts';
import { CreditQueue } from './credit-queue.ts';

/** Counts what calls cost against budgets. */
export class Spending {
  readonly #ledger: Ledger;
  readonly #leases: Leases;
  readonly #budgets: readonly Budget[];
  readonly #now: () => number;
  readonly #queue = new CreditQueue();
  /** The key of the period for which this process has set the budget, by `per`. */
  readonly #set = new Map<Budget['per'], string>();

  /** @param now Returns the time that decides the period, in milliseconds since the epoch. */
  constructor(ledger: Ledger, budgets: readonly Budget[], now: () => number) {
    this.#ledger = ledger;
    this.#leases = new Leases(ledger);
    this.#budgets = budgets;
    this.#now = now;
  }

  /**
   * Does work that may cost a credit. The credit is reserved before, charged if the work is billed, and free again if not. A call waits while
   * running calls hold the credits that are left; it holds none of another budget meanwhile.
   *
   * @param isBilled Whether the result cost a credit. An error says so itself.
   * @param chargeId Calls with the same one count once in a period.
   * @throws BudgetExceededError before the work starts
   */
  async spend<T>(
    call: Pick<Call, 'wait' | 'priority'>,
    work: () => Promise<T>,
    isBilled: (result: T) => boolean,
    signal: AbortSignal,
    chargeId?: string,
  ): Promise<T> {
    if (this.#budgets.length === 0) return work();
    const leases = await this.#queue.reserve(call, signal, () => this.reserve(signal, chargeId));
    let result: T;
    try {
      result = await work();
    } catch (error) {
      const billed = error instanceof MarketplaceError && error.billed;
      // The error of the work is the one to report. Reservations that are not freed lapse soon.
      await settle(leases, billed).catch(() => undefined);
      throw error;
    }
    await settle(leases, isBilled(result));
    return result;
  }

  /** Frees the credits of running calls. Call it before the ledger is closed. */
  async close(): Promise<void> {
    await this.#leases.close();
  }

  private async reserve(signal: AbortSignal, chargeId: string | undefined): Promise<OpenLease[]> {
    const leases: OpenLease[] = [];
    try {
      for (const budget of this.#budgets) leases.push(await this.reserveOf(budget, signal, chargeId));
      return leases;
    } catch (error) {
      await settle(leases, false).catch(() => undefined);
      throw error;
    }
  }

  private async reserveOf(budget: Budget, signal: AbortSignal, chargeId: string | undefined): Promise<OpenLease> {
    const now = this.#now();
    const period = periodOf(budget.per, now);
    const keyId = `budget:${period.name}`;
    if (this.#set.get(budget.per) !== keyId) {
      // The key names the period, so the pack is always valid. The clock of the ledger can differ from that of the marketplace.
      const pack = { ...LARGEST, id: keyId, requests: budget.credits, purchasedAt: new Date(0) };
      await this.#ledger.addPack(keyId, pack);
      this.#set.set(budget.per, keyId);
    }
    try {
      return await this.#leases.reserve(keyId, signal, chargeId);
    } catch (error) {
      if (!(error instanceof QuotaExceededError)) throw error;
      throw await this.exceeded(keyId, budget, now, period.endsAt);
    }
  }

  private async exceeded(keyId: string, budget: Budget, now: number, endsAt?: number): Promise<BudgetExceededError> {
    const [pack] = await this.#ledger.listPacks(keyId);
    const { requests, charged } = pack ?? { requests: budget.credits, charged: 0 };
    const limit = `budget: ${creditsOf(requests)} ${budget.per === 'total' ? 'in total' : `per ${budget.per}`}`;
    const next =
      endsAt === undefined
        ? 'Raise the budget.'
        : `The next ${budget.per} starts at ${new Date(endsAt).toISOString()}. Wait, or raise the budget.`;
    return new BudgetExceededError(`${limit} used up: ${charged} used. ${next}`, {
      retryAfterMs: endsAt === undefined ? undefined : endsAt - now,
    });
  }
}

const creditsOf = (number: number): string => (number === 1 ? '1 credit' : `${number} credits`);

async function settle(leases: readonly OpenLease[], isBilled: boolean): Promise<void> {
  await Promise.all(leases.map((lease) => (isBilled ? lease.charge() : lease.release())));
}
