/** How calls ended over time, and their errors. */
import { type Html, html } from '../../../service/html.ts';
import { count, counted } from '../../counts.ts';
import { legend } from '../charts/bars.ts';
import { dataTable, figure, folded } from '../charts/figure.ts';
import { type TimePart, timeAxis, timeBars, timeRow } from '../charts/timeline.ts';
import { duration, foreignText, percent, tableTime } from '../format.ts';
import { marketplaceName, type Section } from '../section.ts';
import { CountTable } from '../tally/count-table.ts';
import { type Buckets, TimeSeries } from '../tally/time-series.ts';

/** The prefix of error codes among the outcomes. */
const ERROR = 'error ';

/** How calls end, the lowest part of a bar first. */
const OUTCOMES: readonly TimePart[] = [
  { name: 'found', tone: 'tone-found', countOf: ({ counts }) => counts.get('found') ?? 0 },
  { name: 'not found', tone: 'tone-none', countOf: ({ counts }) => counts.get('not found') ?? 0 },
  {
    name: 'failed',
    tone: 'tone-failed',
    countOf: ({ counts }) =>
      [...counts].reduce((sum, [name, times]) => (name.startsWith(ERROR) ? sum + times : sum), 0),
  },
];

/** Codes of pages that the marketplace serves to robots. */
const BLOCKED: ReadonlySet<string> = new Set(['BLOCKED', 'CAPTCHA', 'INTERSTITIAL', 'PROOF_OF_WORK', 'ROBOT_CHECK']);

const BARS = 48;
/** How many codes are counted (services can have codes of their own), and how many are shown. */
const CODES_COUNTED = 200;
const CODES_SHOWN = 12;
const OTHERS = 'all others';
/** The longest message that is shown. */
const LONGEST_MESSAGE = 160;

/** An error code with the message of its first failure. */
interface ErrorCode {
  code: string;
  message: string;
}

/** The section. */
export function overTime(): Section {
  const calls = new TimeSeries();
  const messages = new Map<string, string>();
  /** Failures by code and marketplace. */
  const failures = new CountTable();
  let untimed = 0;
  const add = (at: number | undefined, outcome: string) => {
    if (at === undefined) untimed++;
    else calls.add(at, outcome);
  };
  return {
    id: 'time',
    title: 'Over time',
    empty: 'no line has a timestamp',
    addResponse: ({ at, found }) => add(at, found ? 'found' : 'not found'),
    addFailure: ({ at, code, message, marketplace }) => {
      const key = failures.has(code) || failures.size < CODES_COUNTED ? code : OTHERS;
      if (!messages.has(key)) messages.set(key, message);
      failures.add(key, marketplace);
      add(at, ERROR + key);
    },
    draw: () => {
      const time = calls.buckets(BARS);
      const isTimed = time.buckets.length > 0;
      if (!isTimed && failures.size === 0) return undefined;
      const codes = failures.rows.map((code) => ({ code, message: messages.get(code) ?? '' }));
      return {
        about: html`${isTimed ? html`<p>Each bar is ${duration(time.width)}. Times are in UTC.</p>` : ''}
${untimed === 0 ? '' : html`<p>Not drawn: ${counted(untimed, 'line')} without a timestamp.</p>`}`,
        charts: html`${isTimed ? outcomesChart(time) : ''}${codes.length === 0 ? html`<p class="plain">No failures.</p>` : errorsChart(codes, failures, time)}`,
      };
    },
  };
}

function outcomesChart(time: Buckets): Html {
  const { buckets, width } = time;
  const totals = OUTCOMES.map(
    ({ name, countOf }) => `${count(buckets.reduce((sum, bucket) => sum + countOf(bucket), 0))} ${name}`,
  );
  const title = 'Results over time';
  const description = `${totals.join(', ')}, in ${counted(buckets.length, 'bar')} of ${duration(width)}.`;
  const rows = buckets.map((bucket) => [
    tableTime(bucket.start),
    ...OUTCOMES.map(({ countOf }) => count(countOf(bucket))),
  ]);
  return figure({
    title: 'Results',
    facts: totals.join(' · '),
    chart: html`${legend(OUTCOMES)}${timeBars({ id: 'time-results', title, description }, OUTCOMES, time)}
${folded(dataTable(title, ['from (UTC)', ...OUTCOMES.map(({ name }) => name)], rows))}`,
  });
}

/** A row of bars for each error code, all on the same scale. */
function errorsChart(codes: readonly ErrorCode[], failures: CountTable, time: Buckets): Html {
  const isTimed = time.buckets.length > 0;
  const shown = codes.slice(0, CODES_SHOWN).map((error) => ({
    ...error,
    counts: time.buckets.map(({ counts }) => counts.get(ERROR + error.code) ?? 0),
  }));
  const most = Math.max(1, ...shown.flatMap(({ counts }) => counts));
  const rows = time.buckets.map(({ start }, index) => [
    tableTime(start),
    ...shown.map(({ counts }) => count(counts[index] ?? 0)),
  ]);
  const heads = [`from (UTC), ${duration(time.width)}`, ...shown.map(({ code }) => foreignText(code))];
  const axis = html`<tr class="times-row"><td></td><td class="track">${timeAxis(time)}</td><td></td></tr>`;
  return figure({
    title: 'Errors by code',
    facts: `${counted(failures.sum(), 'failure')}${isTimed ? ` · same scale in all rows, the highest bar is ${count(most)}` : ''}`,
    chart: html`<table class="bars codes" aria-label="Errors by code"><tbody>${shown.map((error) => errorRow(error, failures, most))}
${isTimed ? axis : ''}</tbody></table>
${codes.length > shown.length ? html`<p class="plain">${counted(codes.length - shown.length, 'more code')} with fewer failures.</p>` : ''}
${isTimed ? folded(dataTable('Errors by code over time', heads, rows)) : ''}`,
  });
}

function errorRow(
  { code, message, counts }: ErrorCode & { counts: number[] },
  failures: CountTable,
  most: number,
): Html {
  const times = failures.sumOfRow(code);
  const where = failures.columnsOf(code).map((place) => `${marketplaceName(place)} ${count(failures.at(code, place))}`);
  return html`<tr><th scope="row"><code>${foreignText(code)}</code>${BLOCKED.has(code) ? html` <small>blocked</small>` : ''}<br><small>${foreignText(message, LONGEST_MESSAGE)}<br>${where.join(', ')}</small></th>
<td class="track">${counts.length === 0 ? '' : timeRow(counts, most, 'tone-failed')}</td><td class="count">${count(times)}<br><small>${percent(times, failures.sum())}</small></td></tr>
`;
}
