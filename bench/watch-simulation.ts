/** Simulates the schedule of a watch on histories of changes, and round robin and the best schedule on the same ones. */
import { type Random, randomOf, untilNext } from '../src/testing/living/random.ts';
import { NEW_RATE, nextRate, type ScheduledTarget, SHORTEST_MS, scheduleOf } from '../src/watch/schedule/schedule.ts';
import type { ChangeRate } from '../src/watch/store/store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** When a target changed, and how often it truly changes. */
export interface TargetHistory {
  /** Times of the changes, in order [milliseconds since the start]. */
  changes: readonly number[];
  /** Returns the true rate at a time [changes a millisecond]. */
  rateAt: (time: number) => number;
}

/** The histories of targets. */
export interface Histories {
  days: number;
  targets: readonly TargetHistory[];
}

/** Kinds of histories. */
export const HISTORY_KINDS = ['steady', 'shifting', 'bursts'] as const;

/** `steady`: constant rates. `shifting`: each target gets another rate after half of the time. `bursts`: nearly all changes happen in 8 hours of the day. */
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** Returns histories with log-normal rates: a median of one change a day; one target in six changes more than 6 times as often. */
export function simulatedHistories(kind: HistoryKind, seed: number, targets = 200, days = 28): Histories {
  const random = randomOf('watch', kind, seed);
  const half = (days * DAY_MS) / 2;
  const one = (): TargetHistory => {
    const [first, second] = [logNormal(random), logNormal(random)];
    const rateAt = (time: number) => (kind === 'shifting' && time >= half ? second : first) / DAY_MS;
    // At day time the rate is 2.8 times the mean, at night a tenth of it.
    const share = (time: number) => (kind !== 'bursts' ? 1 : time % DAY_MS < 8 * HOUR_MS ? 2.8 : 0.1);
    const changes: number[] = [];
    const most = 2.8 * Math.max(first, second);
    for (let at = untilNext(random, most); at < days * DAY_MS; at += untilNext(random, most))
      if (random() * most < share(at) * rateAt(at) * DAY_MS) changes.push(at);
    return { changes, rateAt };
  };
  return { days, targets: Array.from({ length: targets }, one) };
}

function logNormal(random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.exp(1.8 * normal);
}

/** The result of a schedule. */
interface Outcome {
  /** Mean age of what was known [milliseconds]. */
  ageMs: number;
  /** Mean share of time at which it was up to date. */
  fresh: number;
  looks: number;
}

/** Looks at a target, and sums the times at which what is known is out of date. */
class Watched {
  looks = 0;
  area = 0;
  stale = 0;
  readonly #changes: readonly number[];
  #next = 0;
  #last = 0;

  constructor({ changes }: TargetHistory) {
    this.#changes = changes;
  }

  /** Looks at a time. Returns whether it had changed. */
  look(at: number): boolean {
    this.looks++;
    return this.advance(at);
  }

  advance(at: number): boolean {
    const first = this.#changes[this.#next];
    this.#last = at;
    if (first === undefined || first > at) return false;
    this.area += (at - first) ** 2 / 2;
    this.stale += at - first;
    while ((this.#changes[this.#next] ?? Number.POSITIVE_INFINITY) <= at) this.#next++;
    return true;
  }

  get last(): number {
    return this.#last;
  }
}

function outcomeOf(watched: readonly Watched[], days: number): Outcome {
  const time = watched.length * days * DAY_MS;
  const sum = (value: (one: Watched) => number) => watched.reduce((total, one) => total + value(one), 0);
  return {
    ageMs: sum((one) => one.area) / time,
    fresh: 1 - sum((one) => one.stale) / time,
    looks: sum((one) => one.looks),
  };
}

/** How the simulation runs. */
export interface SimulationOptions {
  /** Credits a day for all targets. */
  perDay: number;
  /** Longest time between two looks. */
  everyMs: number;
  /** How often the schedule is made anew. */
  renewMs?: number;
}

/** Simulates the schedule that learns. */
function simulateLearning({ targets, days }: Histories, options: SimulationOptions): Outcome {
  const { perDay, everyMs, renewMs = 6 * HOUR_MS } = options;
  const end = days * DAY_MS;
  const watched = targets.map((target) => new Watched(target));
  const rates: ChangeRate[] = targets.map(() => NEW_RATE);
  const due = targets.map((_, index) => (index / targets.length) * HOUR_MS);
  const spent = new Map<string, number>();
  for (let start = 0; start < end; start += renewMs) {
    const scheduled: ScheduledTarget[] = rates.map((rate) => ({ everyMs, credits: 1, rate }));
    const { intervalOf } = scheduleOf(scheduled, {
      budget: { credits: perDay, per: 'day' },
      spent: { now: start, spentIn: ({ name }) => spent.get(name) ?? 0 },
    });
    const today = `day:${new Date(start).toISOString().slice(0, 10)}`;
    for (const [index, one] of watched.entries()) {
      let at = due[index] ?? 0;
      while (at < Math.min(end, start + renewMs)) {
        const elapsedMs = at - one.last;
        const isFirst = one.looks === 0;
        const hasChanged = one.look(at);
        spent.set(today, (spent.get(today) ?? 0) + 1);
        if (!isFirst) rates[index] = nextRate(rates[index] ?? NEW_RATE, elapsedMs, hasChanged);
        at += intervalOf({ everyMs, credits: 1, rate: rates[index] });
      }
      due[index] = at;
    }
  }
  for (const one of watched) one.advance(end);
  return outcomeOf(watched, days);
}

/** Simulates looks at all targets in turn: as many as another schedule has made. */
function simulateRoundRobin({ targets, days }: Histories, looks: number): Outcome {
  const end = days * DAY_MS;
  const watched = targets.map((target) => new Watched(target));
  for (let look = 0; look < looks; look++) watched[look % watched.length]?.look(((look + 0.5) / looks) * end);
  for (const one of watched) one.advance(end);
  return outcomeOf(watched, days);
}

/** Simulates the best schedule: the one that knows the true rates, with as many looks as another one has made. */
function simulateOptimum({ targets, days }: Histories, looks: number, everyMs: number): Outcome {
  const end = days * DAY_MS;
  const watched = targets.map((target) => new Watched(target));
  const parts = 2;
  for (let part = 0; part < parts; part++) {
    const from = (part / parts) * end;
    const until = ((part + 1) / parts) * end;
    const rates = targets.map(({ rateAt }) => rateAt(from));
    const worth = bisected(
      (one) => rates.reduce((sum, perMs) => sum + 1 / bestInterval(perMs, one, everyMs), 0) < looks / end,
    );
    for (const [index] of targets.entries()) {
      const interval = bestInterval(rates[index] ?? 0, worth, everyMs);
      const phase = ((index * 0.618) % 1) * interval;
      for (let at = from + phase; at < until; at += interval) watched[index]?.look(at);
    }
  }
  for (const one of watched) one.advance(end);
  return outcomeOf(watched, days);
}

/** Returns the number at which a condition becomes true, between 1e-9 and 1e25. */
function bisected(isAbove: (value: number) => boolean): number {
  let [low, high] = [-9, 25];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (isAbove(10 ** middle)) high = middle;
    else low = middle;
  }
  return 10 ** high;
}

/** Returns the interval at which more frequent looks reduce the mean age by so much: the same for all targets in the best schedule. */
function bestInterval(perMs: number, worth: number, longestMs: number): number {
  const interval = bisected((ms) => {
    const expected = perMs * ms;
    const own = expected < 0.01 ? expected ** 3 / 3 : expected ** 2 / 2 - 1 + (1 + expected) * Math.exp(-expected);
    return own / perMs ** 2 > worth;
  });
  return Math.min(longestMs, Math.max(SHORTEST_MS, interval));
}

/** The results of the three schedules on the same histories with the same number of looks. */
export interface Comparison {
  learning: Outcome;
  roundRobin: Outcome;
  optimum: Outcome;
}

/** Compares the schedules. */
export function compare(histories: Histories, options: SimulationOptions): Comparison {
  const learning = simulateLearning(histories, options);
  return {
    learning,
    roundRobin: simulateRoundRobin(histories, learning.looks),
    optimum: simulateOptimum(histories, learning.looks, options.everyMs),
  };
}
