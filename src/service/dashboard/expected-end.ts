/** When the credits of a key end, at the rate of its last days. */
import { DAY_MS, isActive, type Pack } from '../../ledger/pack.ts';

/** The rate is that of the last days, so that a quiet night does not change it. */
export const RATE_DAYS = 7;
/** A later end is not shown: the rate will change before. */
const IN_SIGHT_MS = 3 * 365 * DAY_MS;
/** A new key has a rate after its first hour. */
const SHORTEST_MS = 3_600_000;

/** How the credits of a key end. */
export type ExpectedEnd =
  /** The credits are used up or expire at this time, in milliseconds since the epoch. */
  | { kind: 'used_up' | 'expired'; at: number }
  /** No credit is left. */
  | { kind: 'none' }
  /** The credits last longer than three years. */
  | { kind: 'not_in_sight' }
  /** The ledger has no limit. */
  | { kind: 'unlimited' };

/** Returns the credits that are left in the valid packs. */
export function creditsLeft(packs: readonly Pack[], now: number): number {
  return packs.reduce((sum, pack) => (isActive(pack, now) ? sum + leftIn(pack) : sum), 0);
}

/** Returns the credits charged a day, from those of the last {@link RATE_DAYS} days. A key that is younger has its own age as the time. */
export function creditsPerDay(charged: number, createdAt: number, now: number): number {
  const age = Math.min(Math.max(now - createdAt, SHORTEST_MS), RATE_DAYS * DAY_MS);
  return (charged / age) * DAY_MS;
}

/**
 * Returns when the credits end, if the rate stays and no pack is added. The pack that expires first is used first, as the ledger does. Packs that
 * become valid before the end count too.
 */
export function expectedEnd(packs: readonly Pack[], perDay: number, now: number): ExpectedEnd {
  const left = new Map(packs.map((pack) => [pack, leftIn(pack)]));
  let at = now;
  let kind: 'used_up' | 'expired' | undefined;
  for (;;) {
    if (at - now > IN_SIGHT_MS) return { kind: 'not_in_sight' };
    const time = at;
    const [pack] = packs
      .filter((each) => isActive(each, time) && (left.get(each) ?? 0) > 0)
      .sort((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime());
    if (pack === undefined) return kind === undefined ? { kind: 'none' } : { kind, at };
    const credits = left.get(pack) ?? 0;
    const usedUpAt = perDay > 0 ? at + (credits / perDay) * DAY_MS : Number.POSITIVE_INFINITY;
    // A pack that becomes valid meanwhile may expire earlier, and is used first then.
    const starts = packs.map(({ purchasedAt }) => purchasedAt.getTime()).filter((start) => start > time);
    const next = Math.min(usedUpAt, pack.expiresAt.getTime(), ...starts);
    kind = next === usedUpAt ? 'used_up' : 'expired';
    left.set(pack, next === usedUpAt ? 0 : credits - ((next - at) / DAY_MS) * perDay);
    at = next;
  }
}

function leftIn({ requests, charged }: Pack): number {
  return Math.max(0, requests - charged);
}
