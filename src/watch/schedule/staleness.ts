/**
 * How stale the last look at a target is, and what a look is worth.
 *
 * The measure is the age: how long ago the first change happened that the last look does not show, 0 if there is none. The other common measure, freshness,
 * is the share of time at which there is none. The schedule that maximises freshness gives up the targets that change most: they are out of date soon after
 * each look. But those are the ones that a shopper waits for and a seller must react to, and to them an hour late is worse than a minute late. The schedule
 * that minimises the age looks more often at what changes more often.
 *
 * @see Cho, Garcia-Molina: Effective page refresh policies for Web crawlers. ACM Transactions on Database Systems 28(4), 2003. https://doi.org/10.1145/958942.958945
 */

/** Below this number of expected changes, the series are more exact than the differences. */
const SMALL = 0.01;

/** Returns the mean age of what is known of a target that is looked at in an interval [milliseconds]. */
export function meanAge(perMs: number, intervalMs: number): number {
  const expected = perMs * intervalMs;
  if (expected < SMALL) return intervalMs * (expected / 6 - expected ** 2 / 24);
  return intervalMs * (0.5 - 1 / expected - Math.expm1(-expected) / expected ** 2);
}

/** Returns the share of time at which what is known is up to date: 0 to 1. */
export function freshness(perMs: number, intervalMs: number): number {
  const expected = perMs * intervalMs;
  return expected < 1e-9 ? 1 : -Math.expm1(-expected) / expected;
}

/** Returns how much more frequent looks reduce the mean age: its derivative by looks a millisecond, times -1 [ms²]. Grows with rate and interval. */
export function worth(perMs: number, intervalMs: number): number {
  return perMs <= 0 ? 0 : scaled(perMs * intervalMs) / perMs ** 2;
}

/** Returns the interval at which a further look is worth this much [milliseconds]. `Infinity` if the target never changes. */
export function intervalWorth(perMs: number, value: number): number {
  if (perMs <= 0) return Number.POSITIVE_INFINITY;
  const aim = value * perMs ** 2;
  // Newton: `scaled` is convex, both starts are near, and only the last digits are missing after 3 steps.
  let expected = aim < 0.5 ? Math.cbrt(3 * aim) : Math.sqrt(2 * (aim + 1));
  for (let step = 0; step < 8; step++) {
    const slope = -expected * Math.expm1(-expected);
    if (slope === 0) break;
    const change = (scaled(expected) - aim) / slope;
    expected -= change;
    if (Math.abs(change) < 1e-9 * expected) break;
  }
  return expected / perMs;
}

/** The worth of a look, with the mean time between two changes as the unit of time. */
function scaled(expected: number): number {
  if (expected < SMALL) return expected ** 3 * (1 / 3 - expected / 8 + expected ** 2 / 30);
  return expected ** 2 / 2 - 1 + (1 + expected) * Math.exp(-expected);
}
