/** Horizontal axes by d3-scale. Positions are percentages of the chart's width, so that labels keep their size on every screen. */
import { range } from 'd3-array';
import { scaleLinear, scaleLog, scaleUtc } from 'd3-scale';
import { axisTime } from '../format.ts';
import type { Buckets } from '../tally/time-series.ts';

/** A mark at an axis, with one or two lines of text. */
export interface Tick {
  x: number;
  text: string;
  below?: string | undefined;
}

/** An axis of values. */
export interface Axis {
  kind: 'linear' | 'log';
  /** Where the bins of a histogram begin and end, in ascending order. */
  edges: readonly number[];
  /** The position of a value. */
  x(value: number): number;
  ticks(label: (value: number) => string): Tick[];
}

/** An axis with about this many equal bins and round ends. */
export function linearAxis(min: number, max: number, bins: number): Axis {
  const x = scaleLinear([min, max], [0, 100]).nice(bins).clamp(true);
  const ticks: Axis['ticks'] = (label) => x.ticks(5).map((value) => ({ x: x(value), text: label(value) }));
  return { kind: 'linear', edges: x.ticks(bins), x, ticks };
}

/** A logarithmic axis; its bins have equal ratios. */
export function logAxis(min: number, max: number): Axis {
  const decades = Math.log10(max / min);
  const perDecade = decades > 4 ? 5 : decades > 2 ? 10 : 20;
  const [first, last] = [Math.floor(Math.log10(min) * perDecade), Math.floor(Math.log10(max) * perDecade) + 1];
  const edges = range(first, last + 1).map((index) => 10 ** (index / perDecade));
  // Floating-point errors must not exclude the smallest or largest value.
  edges[0] = Math.min(min, edges[0] ?? min);
  edges.push(Math.max(max, edges.pop() ?? max));
  const x = scaleLog([edges[0], edges.at(-1) ?? max], [0, 100]).clamp(true);
  // d3 formats a tick as '' where labels would be too dense.
  const isLabelled = (value: number) => x.tickFormat(5)(value) !== '';
  const ticks: Axis['ticks'] = (label) =>
    x.ticks(5).map((value) => ({ x: x(value), text: isLabelled(value) ? label(value) : '' }));
  return { kind: 'log', edges, x, ticks };
}

/** Marks at round times. */
export function timeTicks({ starts, width }: Buckets): Tick[] {
  const [first, last] = [starts[0] ?? 0, starts.at(-1) ?? 0];
  const x = scaleUtc([first, last + width], [0, 100]);
  const times = x.ticks(Math.min(4, starts.length)).map(Number);
  const distance = (times[1] ?? first + width) - (times[0] ?? first);
  return times.map((at, index) => ({ x: x(at), ...axisTime(at, distance, index === 0) }));
}
