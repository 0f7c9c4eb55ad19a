/** Draws numbers over time: in a terminal, and as SVG. */
import { extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { type Html, html } from '../../../display/html.ts';
import { minuteTime } from '../../../display/text.ts';

/** Numbers, each from its time on. `undefined`: there is none. */
export interface Numbers {
  points: readonly { at: number; value: number | undefined }[];
  /** End of the last one [milliseconds since the epoch]. */
  until: number;
  /** The unit of the axis: a currency. */
  unit?: string | undefined;
}

const BLOCKS = '▁▂▃▄▅▆▇█';
/** Characters of the longest chart. */
const WIDEST = 80;

/** Returns a chart of one line, and its range. */
export function sparkline(numbers: Numbers, columns: number): string[] {
  const { start, end, least, most } = rangeOf(numbers);
  const width = Math.max(1, Math.min(WIDEST, columns));
  let next = 0;
  const blocks = Array.from({ length: width }, (_, index) => {
    // The value that held at the end of the character's time.
    const time = start + ((index + 1) * (end - start)) / width;
    while ((numbers.points[next + 1]?.at ?? Number.POSITIVE_INFINITY) < time) next++;
    const value = numbers.points[next]?.value;
    if (value === undefined) return ' ';
    return BLOCKS[most === least ? 3 : Math.round(((BLOCKS.length - 1) * (value - least)) / (most - least))];
  });
  return [blocks.join(''), `${least} to ${most}, ${minuteTime(start)} to ${minuteTime(end)}`];
}

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [800, 300, 70, 40, 40];

/** Returns a step chart: an SVG file, or a part of a page. */
export function historySvg(title: string, numbers: Numbers): Html {
  const { start, end, least, most } = rangeOf(numbers);
  const x = scaleLinear([start, end], [LEFT, WIDTH - 20]);
  const room = most === least ? Math.abs(most) * 0.1 || 1 : 0;
  const y = scaleLinear([least - room, most + room], [HEIGHT - BOTTOM, TOP]).nice(5);
  const path = numbers.points.flatMap(({ at, value }, index) => {
    if (value === undefined) return [];
    const [from, to] = [x(at).toFixed(1), x(numbers.points[index + 1]?.at ?? end).toFixed(1)];
    const isOpen = numbers.points[index - 1]?.value !== undefined;
    return [`${isOpen ? 'L' : 'M'}${from},${y(value).toFixed(1)}H${to}`];
  });
  const ticks = Array.from({ length: 5 }, (_, index) => start + (index * (end - start)) / 4);
  return html`<svg xmlns="http://www.w3.org/2000/svg" class="history" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" role="img">
<title>${title}</title><rect width="100%" height="100%" fill="#fdfcfa"/>
<text x="${LEFT}" y="22" font-size="15" fill="#1c2127">${title}</text>
${numbers.unit === undefined ? '' : html`<text x="${LEFT - 8}" y="${TOP - 12}" text-anchor="end" fill="#59616c">${numbers.unit}</text>`}
${y.ticks(5).map((value) => html`<line x1="${LEFT}" x2="${WIDTH - 20}" y1="${y(value)}" y2="${y(value)}" stroke="#eceae4"/><text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end" fill="#59616c">${value}</text>`)}
${ticks.map((time, index) => html`<text x="${x(time)}" y="${HEIGHT - 14}" text-anchor="${index === 0 ? 'start' : index === 4 ? 'end' : 'middle'}" fill="#59616c">${minuteTime(time)}</text>`)}
<path d="${path.join('')}" fill="none" stroke="#1d5080" stroke-width="2"/>
</svg>
`;
}

function rangeOf({ points, until }: Numbers): { start: number; end: number; least: number; most: number } {
  const [least = 0, most = 0] = extent(points, ({ value }) => value);
  return { start: points[0]?.at ?? 0, end: until, least, most };
}
