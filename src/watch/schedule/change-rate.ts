/**
 * How often a target changes, learned from looks that only say whether something changed since the look before.
 *
 * Changes are taken as a Poisson process. A look after the time t shows a change with the probability 1 - exp(-rate × t), however many there were: counting
 * the looks that showed one underestimates fast targets. The estimate is the one of the greatest likelihood for looks at irregular times. For regular ones it
 * is -log((n - changes) / n) / interval.
 *
 * That estimate is infinite if each look showed a change, and zero if none did. The paper adds half a look against the first. Here the rates of other targets do
 * both: a new target has their typical rate, and each look counts against it. Rates of products differ by orders of magnitude, so that the prior is
 * log-normal.
 *
 * @see Cho, Garcia-Molina: Estimating frequency of change. ACM Transactions on Internet Technology 3(3), 2003. https://doi.org/10.1145/857166.857170
 */
import { BadRequestError } from '../../contract/errors.ts';
import type { ChangeRate } from '../store/store.ts';

/** The rate of a target that was never looked at. */
export const NEW_RATE: ChangeRate = Object.freeze({ looks: 0, changes: 0, watched_ms: 0, changed_ms: 0 });

/** How much a look counts after this time: half [milliseconds]. */
const HALF_LIFE_MS = 5 * 86_400_000;

/** A look, as the estimate needs it. */
export interface RateLook {
  /** Time since the look before that succeeded [milliseconds]. */
  elapsedMs: number;
  /** Whether it showed a change. */
  hasChanged: boolean;
}

/** The assumption about targets before the first look. */
export interface RatePrior {
  /** Typical number of changes: half of the targets change more often [changes a millisecond]. */
  perMs: number;
  /** Standard deviation of the logarithm of the rates. */
  spread: number;
}

/** One change a day; two thirds of the targets between one in five days and five a day. */
export const DEFAULT_PRIOR: RatePrior = Object.freeze({ perMs: 1 / 86_400_000, spread: 1.6 });

/**
 * Returns the rate after a further look. The first look of a target says nothing about changes: do not count it.
 *
 * @throws BadRequestError `INVALID_PARAMETER` if the time is not a number
 */
export function nextRate(rate: ChangeRate, { elapsedMs, hasChanged }: RateLook, halfLifeMs = HALF_LIFE_MS): ChangeRate {
  if (!Number.isFinite(elapsedMs))
    throw new BadRequestError(`elapsedMs: ${elapsedMs} is not a time: expected milliseconds since the look before.`, {
      parameter: 'elapsedMs',
    });
  // A clock that was set back.
  if (elapsedMs <= 0) return rate;
  const keep = 2 ** (-elapsedMs / halfLifeMs);
  return {
    looks: rate.looks * keep + 1,
    changes: rate.changes * keep + (hasChanged ? 1 : 0),
    watched_ms: rate.watched_ms * keep + elapsedMs,
    changed_ms: rate.changed_ms * keep + (hasChanged ? elapsedMs : 0),
  };
}

/** Returns the most likely rate [changes a millisecond]. Above 0. */
export function changesPerMs(rate: ChangeRate, prior: RatePrior = DEFAULT_PRIOR): number {
  const { changes, watched_ms, changed_ms } = rate;
  const typical = Math.log(prior.perMs);
  if (watched_ms <= 0) return prior.perMs;
  const unchanged = Math.max(0, watched_ms - changed_ms);
  const mean = changes > 0 ? changed_ms / changes : 0;
  const precision = 1 / prior.spread ** 2;
  // The derivative of the logarithm of the likelihood by the logarithm of the rate falls: it has one zero.
  let low = typical - 60;
  let high = typical + 60;
  let at = typical;
  for (let step = high - low; Math.abs(step) > 1e-9; at += step) {
    const perMs = Math.exp(at);
    const expected = perMs * mean;
    const share = expected === 0 ? 1 : expected / Math.expm1(expected);
    const slope = changes * share - perMs * unchanged - (at - typical) * precision;
    if (slope > 0) low = at;
    else high = at;
    const bend = changes * share * (1 - expected - share) - perMs * unchanged - precision;
    const newton = -slope / bend;
    // A step of Newton's method that is not half as long as the one before can go to and fro: halve instead.
    const converges = at + newton > low && at + newton < high && Math.abs(newton) < Math.abs(step) / 2;
    step = converges ? newton : (low + high) / 2 - at;
  }
  return Math.exp(at);
}

/** How many targets the assumptions before the first look count as. */
const PRIOR_TARGETS = 5;
/** From this number of looks on, a target says as much about the others as it will. */
const TELLING_LOOKS = 5;
/** Rates of targets differ at least so much. */
const LEAST_SPREAD = 0.8;

/** Returns what the rates of all targets say about a new one. */
export function priorOf(rates: Iterable<ChangeRate>, prior: RatePrior = DEFAULT_PRIOR): RatePrior {
  const typical = Math.log(prior.perMs);
  let weights = PRIOR_TARGETS;
  let sum = 0;
  let squares = PRIOR_TARGETS * prior.spread ** 2;
  for (const rate of rates) {
    const weight = rate.looks / (rate.looks + TELLING_LOOKS);
    const distance = Math.log(changesPerMs(rate, prior)) - typical;
    weights += weight;
    sum += weight * distance;
    squares += weight * distance ** 2;
  }
  const mean = sum / weights;
  const spread = Math.sqrt(Math.max(LEAST_SPREAD ** 2, squares / weights - mean ** 2));
  return { perMs: Math.exp(typical + mean), spread };
}
