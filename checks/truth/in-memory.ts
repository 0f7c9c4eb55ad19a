/** A watch of a living marketplace in one process, compared with the truth. */
import { expect, onTestFinished, vi } from 'vitest';
import { type LivingMarketplace, type LivingMarketplaceOptions, livingMarketplace } from '../../src/entries/testing.ts';
import { sqliteWatchStore, watch } from '../../src/entries/watch.ts';
import { randomOf } from '../../src/testing/living/random.ts';
import type { Change, WatchTarget } from '../../src/watch/types.ts';
import { disturbances, disturbedMarketplace } from './disturbed.ts';
import type { Watched } from './facts.ts';
import { HOUR, Observed } from './observed.ts';
import { comparedOf, type Expected, expectedChanges, type Observation } from './truth.ts';

/** Watches for a time. Returns the changes, and the looks. */
export async function watched(
  options: LivingMarketplaceOptions,
  choose: (market: LivingMarketplace) => Watched[],
  { forMs, confirm, disturbedRate = 0 }: { forMs: number; confirm: 'doubtful' | 'never'; disturbedRate?: number },
) {
  const market = livingMarketplace(options);
  // Waits after a failed look are drawn at random: the same seed has the same looks.
  const random = vi.spyOn(Math, 'random').mockImplementation(randomOf('waits', options.seed ?? 0));
  onTestFinished(() => random.mockRestore());
  const targets = choose(market);
  const { clock } = market;
  const startedAt = clock.now();
  const disturbed = disturbances(Number(options.seed ?? 0), disturbedRate);
  const observed = new Observed(market, disturbedMarketplace(market.marketplace(), disturbed));
  const observations: Observation[] = [];
  const changes: Change[] = [];
  const inner = sqliteWatchStore(':memory:', { envelopes: 'none' });
  const store = observed.store(inner, (one) => observations.push(one));
  const running = watch(observed.marketplace, targets as WatchTarget[], {
    ...{ every: '1h', jitter: 0, confirm, store, now: clock.now, sleep: observed.sleep, concurrency: 50 },
    deliver: (change: Change) => void changes.push(change),
  });
  await observed.runUntil(startedAt + forMs);
  await running.close();
  await inner.close();
  expectRegularLooks(targets, observations, startedAt, startedAt + forMs);
  return { changes, observations, expected: expectedChanges({ market, disturbed }, targets, observations, confirm) };
}

/** No target is left out: the next look comes within the interval. */
export function expectRegularLooks(
  targets: readonly Watched[],
  observations: readonly Observation[],
  from: number,
  to: number,
  slackMs = 0,
): void {
  const looks = Map.groupBy(observations, ({ target }) => target);
  const late = targets.filter(({ id }) => {
    const times = [from - HOUR, ...(looks.get(id) ?? []).map(({ at }) => at), to];
    return times.some((time, index) => time - (times[index - 1] ?? time) > HOUR + slackMs);
  });
  expect(late).toEqual([]);
}

/** Compares all changes. Returns how many there are of each type. */
export function expectSame(changes: readonly Change[], expected: readonly Expected[]): Record<string, number> {
  const reported = changes.map((change) => lineOf(comparedOf(change)));
  const wanted = expected.map(lineOf);
  const [seen, script] = [new Set(reported), new Set(wanted)];
  const missing = wanted.filter((line) => !seen.has(line));
  const invented = reported.filter((line) => !script.has(line));
  expect({ missing: missing.slice(0, 5), invented: invented.slice(0, 5) }).toEqual({ missing: [], invented: [] });
  expect(reported.length).toBe(wanted.length);
  expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
  const types = Map.groupBy(changes, ({ type }) => type);
  return Object.fromEntries([...types].map(([type, { length }]) => [type, length]));
}

function lineOf(change: Expected): string {
  const { target, at, since, type, asin, field, before, after, currency, category, limit } = change;
  return JSON.stringify([
    target,
    at,
    since,
    type,
    asin,
    field,
    sorted(before),
    sorted(after),
    currency,
    category,
    limit,
  ]);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)]);
}
