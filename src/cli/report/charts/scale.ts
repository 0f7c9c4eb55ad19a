/** From values to places on an axis, linear or logarithmic. */

/** An axis. */
export interface Scale {
  kind: 'linear' | 'log';
  from: number;
  to: number;
  /** A value's place from 0 (left) to 1 (right). */
  place(value: number): number;
  /** Values to name at the axis, few and round. */
  ticks: number[];
  /** Where bins begin and end, in order. */
  edges: number[];
}

/** An axis in equal steps, round at both ends. */
export function linearScale(min: number, max: number, bins: number): Scale {
  const step = niceStep((max - min || max || 1) / bins);
  const edges = edgesAround(min, max, min / step, max / step, (index) => rounded(index * step));
  const [from = min, to = max] = [edges[0], edges.at(-1)];
  const distance = niceStep((to - from) / 5);
  return {
    kind: 'linear',
    from,
    to,
    place: (value) => (value - from) / (to - from),
    ticks: stepsOf(Math.ceil(rounded(from / distance)) * distance, to, distance),
    edges,
  };
}

/** An axis in equal ratios. */
export function logScale(min: number, max: number): Scale {
  const decades = Math.log10(max / min);
  const perDecade = decades > 4 ? 5 : decades > 2 ? 10 : 20;
  const [first, last] = [Math.log10(min) * perDecade, Math.log10(max) * perDecade];
  const edges = edgesAround(min, max, first, last, (index) => rounded(10 ** (index / perDecade)));
  const [from = min, to = max] = [edges[0], edges.at(-1)];
  return {
    kind: 'log',
    from,
    to,
    place: (value) => Math.log(value / from) / Math.log(to / from),
    ticks: logTicks(from, to),
    edges,
  };
}

/** The edges of the bins by their index, from at or below the smallest value to above the largest one. */
function edgesAround(
  min: number,
  max: number,
  first: number,
  last: number,
  edgeAt: (index: number) => number,
): number[] {
  let begin = Math.floor(rounded(first));
  let end = Math.floor(rounded(last)) + 1;
  while (edgeAt(begin) > min) begin--;
  while (edgeAt(end) <= max) end++;
  return Array.from({ length: end - begin + 1 }, (_, index) => edgeAt(begin + index));
}

/** Sums up values by the bins of an axis; values outside of it are left out. */
export function binned(values: readonly (readonly [number, number])[], { edges }: Scale): number[] {
  const bins = edges.slice(1).map(() => 0);
  let bin = 0;
  for (const [value, count] of values) {
    if (value < (edges[0] ?? 0)) continue;
    while (bin < bins.length && value >= (edges[bin + 1] ?? 0)) bin++;
    if (bin === bins.length) break;
    bins[bin] = (bins[bin] ?? 0) + count;
  }
  return bins;
}

/** The next round number at or above: 1, 2, 2.5 or 5 times a power of ten. */
export function niceStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => rounded(candidate * power) >= rounded(value)) ?? 10;
  return factor * power;
}

/** Round values from 0 up, of whole things, the last as little above the most as two to five steps allow. */
export function countTicks(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  const steps = [0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5].map((factor) => rounded(factor * power)).filter(Number.isInteger);
  const axes = steps
    .map((step) => ({ step, intervals: Math.max(1, Math.ceil(most / step)) }))
    .filter(({ intervals }) => intervals <= 5)
    .sort((one, other) => one.step * one.intervals - other.step * other.intervals || one.intervals - other.intervals);
  const { step, intervals } = axes.find((axis) => axis.intervals > 1) ?? axes[0] ?? { step: 1, intervals: 1 };
  return stepsOf(0, step * intervals, step);
}

function stepsOf(from: number, to: number, step: number): number[] {
  const steps = Math.floor(rounded((to - from) / step));
  return Array.from({ length: steps + 1 }, (_, index) => rounded(from + index * step));
}

function logTicks(from: number, to: number): number[] {
  const decades = Math.log10(to / from);
  const factors = decades < 1.6 ? [1, 2, 5] : decades < 3 ? [1, 3] : [1];
  const first = Math.floor(Math.log10(from));
  const powers = Array.from({ length: Math.ceil(decades) + 2 }, (_, index) => 10 ** (first + index));
  const ticks = powers.flatMap((power) => factors.map((factor) => rounded(factor * power)));
  const shown = ticks.filter((tick) => tick >= from && tick <= to);
  const every = Math.ceil(shown.length / 6);
  return shown.filter((_, index) => index % every === 0);
}

/** Without what floating point adds. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
