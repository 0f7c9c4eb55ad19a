/** Draws numbers over time. */
import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { type Html, html } from '../../../display/html.ts';
import { plot } from '../../../display/plot.ts';

/** Numbers, each from its time on. `undefined`: there is none. */
export interface Numbers {
  points: readonly { at: number; value: number | undefined }[];
  /** End of the last one [milliseconds since the epoch]. */
  until: number;
  /** The unit of the axis: a currency. */
  unit?: string | undefined;
}

/** The room for the line [pixels]. */
const HEIGHT = 220;

/** Returns a line of steps as a part of a page. */
export function historyPlot(title: string, { points, until: end, unit }: Numbers): Html {
  const [least = 0, most = 0] = extent(points, ({ value }) => value);
  const start = points[0]?.at ?? 0;
  const room = most === least ? Math.abs(most) * 0.1 || 1 : 0;
  const x = scaleLinear([start, end], [0, 100]);
  const y = scaleLinear([least - room, most + room], [HEIGHT, 0]).nice(5);
  const path = points.flatMap(({ at, value }, index) => {
    if (value === undefined) return [];
    const [from, to] = [x(at).toFixed(3), x(points[index + 1]?.at ?? end).toFixed(3)];
    const isOpen = points[index - 1]?.value !== undefined;
    return [`${isOpen ? 'L' : 'M'}${from},${y(value).toFixed(1)}H${to}`];
  });
  return plot({
    id: 'history',
    title,
    description: `${least} to ${most}`,
    start,
    end,
    height: HEIGHT,
    grid: y.ticks(5),
    y,
    unit,
    marks: html`<svg width="100%" height="100%" viewBox="0 0 100 ${HEIGHT}" preserveAspectRatio="none" overflow="visible"><path class="curve" d="${path.join('')}" fill="none" stroke="#1d5080" stroke-width="2" vector-effect="non-scaling-stroke"/></svg>`,
  });
}
