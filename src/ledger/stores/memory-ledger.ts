/** The ledger in memory: its packs and charges end with the process. */
import { monotonicMs } from '../../options/runtime.ts';
import { readOptions } from '../../options/table.ts';
import { type Account, AccountLedger, type AccountStore, type Held, type Reserved, type Step } from '../credits.ts';
import { FORGET_CHARGE_MS, FORGET_LAPSED_MS, LEDGER_OPTIONS, type Ledger, type LedgerOptions } from '../ledger.ts';
import type { Pack } from '../pack.ts';

/** Returns a ledger that is kept in memory. @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option */
export function memoryLedger(options: LedgerOptions = {}): Ledger {
  const { now } = readOptions('memoryLedger', LEDGER_OPTIONS, options);
  return new AccountLedger(new MemoryAccounts(now));
}

/** Accounts in memory. */
export class MemoryAccounts implements AccountStore {
  readonly now: () => number;
  readonly #accounts = new Map<string, Pick<Account, 'packs' | 'held'>>();
  readonly #owners = new Map<string, string>();
  /** When each charge is forgotten, on the monotonic clock [milliseconds]. The oldest comes first. */
  readonly #charges = new Map<string, number>();

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  async step<T>(_: Step, work: () => T, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    return work();
  }

  update<T>(keyId: string, chargeId: string | undefined, change: (account: Account) => T): T {
    const time = monotonicMs();
    const name = JSON.stringify([keyId, chargeId]);
    const isCharged = chargeId !== undefined && (this.#charges.get(name) ?? 0) > time;
    const { packs, held } = this.#accounts.get(keyId) ?? { packs: new Map(), held: new MemoryReserved() };
    const account: Account = { now: this.now(), time, packs, held, isCharged };
    const { size } = packs;
    const result = change(account);
    if (packs.size > size) this.own(keyId, { packs, held });
    if (chargeId !== undefined && account.isCharged && !isCharged) this.remember(name, time);
    return result;
  }

  packs(keyId?: string): Pack[] {
    const accounts = keyId === undefined ? [...this.#accounts.values()] : [this.#accounts.get(keyId)];
    return accounts.flatMap((account) => [...(account?.packs.values() ?? [])]);
  }

  pack(id: string): Pack | undefined {
    return this.#accounts.get(this.#owners.get(id) ?? '')?.packs.get(id);
  }

  close(): void {}

  private own(keyId: string, account: Pick<Account, 'packs' | 'held'>): void {
    this.#accounts.set(keyId, account);
    for (const id of account.packs.keys()) this.#owners.set(id, keyId);
  }

  private remember(charge: string, time: number): void {
    for (const [old, forgetAt] of this.#charges) {
      if (forgetAt > time) break;
      this.#charges.delete(old);
    }
    // A key that is set again would keep its place.
    this.#charges.delete(charge);
    this.#charges.set(charge, time + FORGET_CHARGE_MS);
  }
}

class MemoryReserved extends Map<string, Held> implements Reserved {
  live(time: number): Map<string | null, number> {
    const live = new Map<string | null, number>();
    // The clock of this process never starts anew.
    for (const [id, { packId, lapsesAt }] of this)
      if (lapsesAt > time) live.set(packId, (live.get(packId) ?? 0) + 1);
      else if (lapsesAt <= time - FORGET_LAPSED_MS) this.delete(id);
    return live;
  }
}
