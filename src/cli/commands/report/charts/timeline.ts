/** Counts over time: stacked bars, and small rows of bars with one time axis below. */

import { type Html, html } from '../../../../service/html.ts';
import { count } from '../../../counts.ts';
import { tableTime } from '../format.ts';
import type { Color } from '../style.ts';
import type { Buckets } from '../tally/time-series.ts';
import { timeTicks } from './axis.ts';
import type { Colors } from './bars.ts';
import { type Bar, type ChartTitle, percentage, plot, tickLabels } from './plot.ts';

/** Draws a stacked bar for each bucket, the first part at the bottom. */
export function timeBars(title: ChartTitle, colors: Colors, time: Buckets): Html {
  const width = 100 / time.starts.length;
  const bars = time.starts.flatMap((start, index) => {
    let end = 0;
    return Object.entries(colors).flatMap(([name, color]): Bar[] => {
      const [from, times] = [end, time.at(start, name)];
      end += times;
      const label = `${tableTime(start)}: ${count(times)} ${name}`;
      const x = [index * width, (index + 1) * width] as const;
      return times === 0 ? [] : [{ x, counts: [from, end], color, title: label }];
    });
  });
  return plot(title, bars, timeTicks(time));
}

const ROW = 30;

/** Draws a small row of bars. A full bar is `most`. */
export function timeRow(counts: readonly number[], most: number, color: Color): Html {
  const width = 100 / counts.length;
  const bars = counts.map((times, index) => {
    const height = times === 0 ? 0 : Math.max(1, (ROW * times) / most);
    return html`<rect class="bar ${color}" x="${percentage(index * width)}" width="${percentage(width)}" y="${(ROW - height).toFixed(1)}" height="${height.toFixed(1)}"/>`;
  });
  return html`<svg height="${ROW + 1}" aria-hidden="true">${bars.filter((_, index) => counts[index] !== 0)}<line class="axis" x2="100%" y1="${ROW}" y2="${ROW}"/></svg>`;
}

/** The time axis below such rows. */
export function timeAxis(time: Buckets): Html {
  return html`<svg class="times" height="32" aria-hidden="true">${tickLabels(timeTicks(time), 13)}</svg>`;
}
