/** Divides credits between targets, such that the mean age of what is known is least. */
import { intervalWorth, worth } from './staleness.ts';

/** A target, as the division needs it. */
export interface Share {
  /** How often it changes [changes a millisecond]. */
  perMs: number;
  /** Credits of a look. */
  credits: number;
  /** Longest time between two looks [milliseconds]. */
  longestMs: number;
  /** Shortest time between two looks [milliseconds]. At most `longestMs`. */
  shortestMs: number;
}

/** The facts that decide the intervals of all targets. */
export interface Division {
  /**
   * The worth that a look must have for each credit [ms²]: the multiplier of Lagrange. 0: all targets at their shortest interval. `Infinity`: all at their longest
   * one.
   */
  price: number;
  /** Factor of the longest intervals: above 1 if the credits do not suffice for them. Then all targets are looked at so much more rarely. */
  stretch: number;
}

/** Returns the time between two looks at a target [milliseconds]. */
export function intervalOf({ perMs, credits, longestMs, shortestMs }: Share, { price, stretch }: Division): number {
  if (stretch > 1) return longestMs * stretch;
  if (price === Number.POSITIVE_INFINITY) return longestMs;
  if (price === 0) return shortestMs;
  return Math.min(longestMs, Math.max(shortestMs, intervalWorth(perMs, price * credits)));
}

/** Returns the credits that all targets cost [credits a millisecond]. */
export function spending(shares: readonly Share[], division: Division): number {
  let sum = 0;
  for (const share of shares) sum += share.credits / intervalOf(share, division);
  return sum;
}

/** Steps of the bisection. Each halves the logarithm of the price. */
const STEPS = 60;
/** How near the spending comes to the budget. */
const EXACT = 1e-6;

/**
 * Returns the division that spends a budget [credits a millisecond]. The age falls with each further look, but less and less. So the mean is least when
 * the last look at each target, for its credits, is worth the same: except where an interval is at one of its ends.
 */
export function divide(shares: readonly Share[], budget: number): Division {
  const rarest = { price: Number.POSITIVE_INFINITY, stretch: 1 };
  const least = spending(shares, rarest);
  if (shares.length === 0 || least === budget) return rarest;
  if (least > budget) return { price: Number.POSITIVE_INFINITY, stretch: least / budget };
  if (spending(shares, { price: 0, stretch: 1 }) <= budget) return { price: 0, stretch: 1 };
  let [low, high] = bounds(shares);
  let price = high;
  for (let step = 0; step < STEPS; step++) {
    price = Math.sqrt(low) * Math.sqrt(high);
    const spent = spending(shares, { price, stretch: 1 });
    if (spent <= budget && spent >= budget * (1 - EXACT)) break;
    if (spent > budget) low = price;
    else high = price;
  }
  // Never above the budget.
  return spending(shares, { price, stretch: 1 }) <= budget ? { price, stretch: 1 } : { price: high, stretch: 1 };
}

/** Returns prices at which all targets that ever change are at their shortest and at their longest interval. */
function bounds(shares: readonly Share[]): [number, number] {
  let low = Number.MAX_VALUE;
  let high = Number.MIN_VALUE;
  for (const { perMs, credits, longestMs, shortestMs } of shares) {
    if (perMs <= 0) continue;
    low = Math.min(low, worth(perMs, shortestMs) / credits);
    high = Math.max(high, worth(perMs, longestMs) / credits);
  }
  return [low, Math.max(low, high)];
}
