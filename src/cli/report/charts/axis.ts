/** Horizontal axes by d3-scale. Positions are percentages of the chart's width, so that labels keep their size on every screen. */
import { range } from 'd3-array';
import { scaleLinear, scaleLog, scaleUtc } from 'd3-scale';
import { axisTime } from '../format.ts';
import type { Buckets } from '../tally/time-series.ts';

/** A mark at an axis. */
export interface Tick {
  /** Percent of the width. */
  x: number;
  text: string;
  /** A second line. */
  below?: string;
}

/** An axis of values and the bins of its histogram. */
export interface Axis {
  kind: 'linear' | 'log';
  /** Where bins begin and end, in ascending order. */
  edges: readonly number[];
  /** The position of a value in percent, within 0 and 100. */
  x(value: number): number;
  ticks(label: (value: number) => string): Tick[];
}

/** An axis with about this many equal bins and round ends. */
export function linearAxis(min: number, max: number, bins: number): Axis {
  const scale = scaleLinear([min, max], [0, 100]).nice(bins).clamp(true);
  const ticks = (label: (value: number) => string) =>
    scale.ticks(5).map((value) => ({ x: scale(value), text: label(value) }));
  return { kind: 'linear', edges: scale.ticks(bins), x: (value) => scale(value), ticks };
}

/** A logarithmic axis; its bins have equal ratios. */
export function logAxis(min: number, max: number): Axis {
  const decades = Math.log10(max / min);
  const perDecade = decades > 4 ? 5 : decades > 2 ? 10 : 20;
  const [first, last] = [Math.floor(Math.log10(min) * perDecade), Math.floor(Math.log10(max) * perDecade) + 1];
  const inner = range(first + 1, last).map((index) => 10 ** (index / perDecade));
  // Floating-point errors must not exclude the smallest or largest value.
  const from = Math.min(min, 10 ** (first / perDecade));
  const to = Math.max(max, 10 ** (last / perDecade));
  const edges = [from, ...inner, to];
  const scale = scaleLog([from, to], [0, 100]).clamp(true);
  const ticks = (label: (value: number) => string) => {
    // d3 formats a tick as '' where labels would be too dense.
    const format = scale.tickFormat(5);
    return scale.ticks(5).map((value) => ({ x: scale(value), text: format(value) === '' ? '' : label(value) }));
  };
  return { kind: 'log', edges, x: (value) => scale(value), ticks };
}

/** Marks at round times. */
export function timeTicks({ buckets, width }: Buckets): Tick[] {
  const [first, last] = [buckets[0]?.start ?? 0, buckets.at(-1)?.start ?? 0];
  const scale = scaleUtc([first, last + width], [0, 100]);
  const times = scale.ticks(Math.min(4, buckets.length)).map(Number);
  const distance = (times[1] ?? first + width) - (times[0] ?? first);
  return times.map((at, index) => {
    const [text, below] = axisTime(at, distance, index === 0);
    return { x: scale(at), text, ...(below === '' ? {} : { below }) };
  });
}
