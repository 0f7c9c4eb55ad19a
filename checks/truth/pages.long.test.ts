import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLocalMarketplace } from '../../src/entries/local.ts';
import { livingMarketplace } from '../../src/entries/testing.ts';
import { sqliteWatchStore, watch } from '../../src/entries/watch.ts';
import { livingAsin } from '../../src/testing/living/catalogue.ts';
import type { LivingEvent } from '../../src/testing/living/changes.ts';
import { randomOf, wholeBetween } from '../../src/testing/living/random.ts';
import { CHANGES } from '../../src/watch/changes.ts';
import type { Change, WatchTarget } from '../../src/watch/types.ts';
import { isNightly } from '../is-nightly.ts';
import { Extras, titleOf } from './extras.ts';
import type { Watched } from './facts.ts';
import { expectRegularLooks, expectSame } from './in-memory.ts';
import { MortalProcess } from './mortal.ts';
import { DAY, HOUR, Observed, targetsOf } from './observed.ts';
import { shownPages } from './shown-pages.ts';
import { expectedChanges, type Observation } from './truth.ts';

const PRODUCTS = isNightly ? 50 : 16;
const MINUTE = 60_000;
const RATES = { price: 6, buybox: 3, soldOut: 0.5, rank: 6, sellers: 2, vanish: 0.1, blocks: 6, partial: 12 };
/** The first products have several pages of offers. */
const MANY = 3;
const SELLERS = Array.from({ length: 5 }, (_, index) => `A${index}PROFILE0000`);
/** In three days, a process makes some 1,600 steps for each product. */
const KILL_RATE = 1 / (30 * PRODUCTS);
const LONGEST_PAUSE = 10 * MINUTE;

function marketOf(seed: number) {
  const products = Array.from({ length: PRODUCTS }, (_, index) => {
    const asin = livingAsin(index + 1);
    const offers = Array.from({ length: 24 }, (_, seller) => ({
      ...{ sellerId: `A${100 + seller}MANYSELLERS`, price: 20 + seller / 4, shipping: seller % 3 },
    }));
    return { asin, title: titleOf(asin), ...(index < MANY ? { offers } : {}) };
  });
  return livingMarketplace({ seed, products, rates: RATES, script: suppressions(seed, products) });
}

/** Each product has no featured offer for some hours. */
function suppressions(seed: number, products: readonly { asin: string }[]): LivingEvent[] {
  return products.flatMap(({ asin }): LivingEvent[] => {
    const random = randomOf(seed, asin, 'suppressed');
    const at = wholeBetween(random, 1, 60 * 60) * MINUTE;
    const until = at + wholeBetween(random, 10, 600) * MINUTE;
    return [
      { at, change: 'buybox', asin, seller: null },
      { at: until, change: 'buybox', asin, seller: undefined },
    ];
  });
}

/** With rules, only the named types are reported: all of them. */
function withRules({ limits, ...target }: Watched): WatchTarget {
  const all = Object.fromEntries(Object.keys(CHANGES).map((type) => [type, true]));
  return { ...target, ...(limits === undefined ? {} : { when: { ...all, ...limits } }) } as WatchTarget;
}

/** Watches the pages of a market by processes that are killed. Returns what arrived, and the looks. */
async function watched(seed: number, confirm: 'doubtful' | 'never') {
  const random = vi.spyOn(Math, 'random').mockImplementation(randomOf('waits', seed));
  onTestFinished(() => random.mockRestore());
  const folder = await mkdtemp(join(tmpdir(), 'buybox-truth-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const market = marketOf(seed);
  const { clock, asins } = market;
  const startedAt = clock.now();
  const end = startedAt + 3 * DAY;
  const extras = new Extras(seed, startedAt);
  const targets = targetsOf(asins, { offers: asins.slice(0, 8), search: true, sellers: SELLERS }).map(
    (target, index) =>
      target.endpoint === 'search' || index % 2 === 0
        ? { ...target, limits: { price_below: 40, stock_low: 8 } }
        : target,
  );
  const local = createLocalMarketplace({ pages: shownPages(market, extras), now: clock.now, retries: 0 });
  onTestFinished(() => local.close());
  const observed = new Observed(market, local);
  const observations: Observation[] = [];
  const delivered: Change[] = [];
  const kills = randomOf(seed, 'kills');
  let processes = 0;
  // The last process delivers what a killed one has recorded.
  for (let isDone = false; !isDone; processes++) {
    const mortal = new MortalProcess(kills, KILL_RATE);
    // A killed process does not close its file.
    const file = sqliteWatchStore(join(folder, 'watch.db'), { envelopes: 'none' });
    const running = watch(mortal.marketplace(observed.marketplace), targets.map(withRules), {
      ...{ every: '1h', jitter: 0, confirm, now: clock.now, sleep: mortal.sleep(observed.sleep), concurrency: 10 },
      store: mortal.store(observed.store(file, (one) => observations.push(one))),
      deliver: (change: Change) => mortal.does(() => void delivered.push(change)),
    });
    await observed.runUntil(end, () => mortal.isDead);
    if (mortal.isDead) await observed.runUntil(clock.now() + wholeBetween(kills, 0, LONGEST_PAUSE / MINUTE) * MINUTE);
    else await running.close();
    isDone = !mortal.isDead;
    onTestFinished(() => file.close());
  }
  // Kills can follow each other.
  expectRegularLooks(targets, observations, startedAt, end, HOUR);
  const expected = expectedChanges({ market, extras }, targets, observations, confirm);
  return { delivered, expected, observations, processes };
}

const RUNS = [
  ['doubtful', 31],
  ['never', 32],
] as const;

test.each(isNightly ? RUNS : RUNS.slice(0, 1))(
  `three days of ${PRODUCTS} products as pages, hourly, with kills, confirm %s: the changes are those of the script (seed %i)`,
  { timeout: 1_800_000 },
  async (confirm, seed) => {
    const { delivered, expected, observations, processes } = await watched(seed, confirm);
    const byId = Map.groupBy(delivered, ({ id }) => id);
    for (const same of byId.values()) expect(same).toEqual(same.map(() => same[0]));
    const types = expectSame(
      [...byId.values()].flatMap(([change]) => change ?? []),
      expected,
    );
    console.log(
      `confirm ${confirm}: ${observations.length} looks, ${processes} processes, ${byId.size} changes, ${delivered.length} deliveries: ${JSON.stringify(types)}`,
    );
    expect(Object.keys(types).sort()).toEqual(Object.keys(CHANGES).sort());
    expect(processes).toBeGreaterThan(20);
    expect(delivered.length).toBeGreaterThan(byId.size);
  },
);
