/** Compares the schedule of a watch with looks in turn and with the best schedule, on simulated histories. */
import { livingMarketplace } from '../src/testing/living/living-marketplace.ts';
import { randomOf } from '../src/testing/living/random.ts';
import { scheduleOf } from '../src/watch/schedule/schedule.ts';
import { median, type Print, percent, table } from './figures.ts';
import {
  type Comparison,
  compare,
  HISTORY_KINDS,
  type Histories,
  type SimulationOptions,
  simulatedHistories,
  type TargetHistory,
} from './watch-simulation.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const SEEDS = 10;

/** How often things happen in three markets: dead stock, usual products, products that repricers fight for. */
const MARKETS = [
  { price: 0.05, buybox: 0.02, soldOut: 0.01, rank: 0.1, sellers: 0.01 },
  { price: 1, buybox: 0.5, soldOut: 0.05, rank: 0.5, sellers: 0.1 },
  { price: 12, buybox: 6, soldOut: 0.2, rank: 4, sellers: 0.5 },
];

/** Returns the histories of products of three living marketplaces, as their product pages show them. */
export async function livingHistories(seed: number, productsEach = 20, days = 14): Promise<Histories> {
  const targets: TargetHistory[] = [];
  for (const [index, rates] of MARKETS.entries()) {
    const market = livingMarketplace({ seed: `${seed}-${index}`, products: productsEach, rates });
    const start = market.clock.now();
    await market.clock.advance(days * DAY_MS);
    for (const asin of market.asins) {
      const changes: number[] = [];
      const records = market.history(asin);
      for (const [place, { at, before }] of records.entries())
        if (shown(before) !== shown(records[place + 1]?.before ?? market.truth(asin))) changes.push(at - start);
      const perMs = Math.max(changes.length, 0.5) / (days * DAY_MS);
      targets.push({ changes, rateAt: () => perMs });
    }
  }
  return { days, targets };
}

function shown({
  isListed,
  price,
  sellerId,
  stock,
  rank,
}: ReturnType<ReturnType<typeof livingMarketplace>['truth']>): string {
  return JSON.stringify([isListed, price, sellerId, stock, rank]);
}

/** The comparison of one kind of histories over all seeds. */
export interface ScheduleResult {
  histories: string;
  looksPerDay: number;
  /** Mean ages [milliseconds]. */
  learningMs: number;
  roundRobinMs: number;
  optimumMs: number;
  /** Share of time at which what is known is up to date. */
  learningFresh: number;
  roundRobinFresh: number;
  /** Largest mean age of a seed, of that of looks in turn. */
  worst: number;
}

/** Compares the schedules on histories of many seeds, and measures how long a new schedule takes. */
export async function benchWatchSchedule(print: Print): Promise<unknown> {
  const results: ScheduleResult[] = [];
  for (const kind of [...HISTORY_KINDS, 'living'] as const)
    for (const looks of [4, 24]) {
      const all: Comparison[] = [];
      for (let seed = 1; seed <= SEEDS; seed++) {
        const histories = kind === 'living' ? await livingHistories(seed) : simulatedHistories(kind, seed);
        const options: SimulationOptions = { perDay: histories.targets.length * looks, everyMs: DAY_MS };
        all.push(compare(histories, options));
      }
      results.push(resultOf(kind, looks, all));
    }
  print(`\nmean age of what is known, ${SEEDS} seeds, equal credits\n`);
  const minutes = (ms: number) => `${(ms / MINUTE_MS).toFixed(1)} min`;
  const head = [
    'histories',
    'looks/day',
    'in turn',
    'learning',
    'best possible',
    'of in turn',
    'worst seed',
    'fresh in turn',
    'fresh',
  ];
  const rows = results.map((result) => [
    ...[result.histories, String(result.looksPerDay), minutes(result.roundRobinMs), minutes(result.learningMs)],
    ...[minutes(result.optimumMs), percent(result.learningMs / result.roundRobinMs), percent(result.worst)],
    ...[percent(result.roundRobinFresh), percent(result.learningFresh)],
  ]);
  print(table([head, ...rows]));
  const scheduleSeconds = measureSchedule();
  print(`\na new schedule of 100,000 targets: ${scheduleSeconds.toFixed(2)} s of CPU\n`);
  return { results, scheduleSeconds };
}

function resultOf(histories: string, looksPerDay: number, all: readonly Comparison[]): ScheduleResult {
  const mean = (value: (one: Comparison) => number) => all.reduce((sum, one) => sum + value(one), 0) / all.length;
  return {
    histories,
    looksPerDay,
    learningMs: mean(({ learning }) => learning.ageMs),
    roundRobinMs: mean(({ roundRobin }) => roundRobin.ageMs),
    optimumMs: mean(({ optimum }) => optimum.ageMs),
    learningFresh: mean(({ learning }) => learning.fresh),
    roundRobinFresh: mean(({ roundRobin }) => roundRobin.fresh),
    worst: Math.max(...all.map(({ learning, roundRobin }) => learning.ageMs / roundRobin.ageMs)),
  };
}

function measureSchedule(): number {
  const random = randomOf('schedule');
  const targets = Array.from({ length: 100_000 }, () => {
    const changes = Math.floor(random() * 20);
    return { everyMs: DAY_MS, credits: 1 + Math.floor(random() * 3), rate: { changes, watched_ms: 20 * 3_600_000 } };
  });
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    scheduleOf(targets, { budget: { credits: 1_000_000, per: 'day' } });
    return process.cpuUsage(before).user / 1e6;
  });
  return median(times);
}
