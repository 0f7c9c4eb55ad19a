/** How calls ended over time, and their errors. */
import { figure } from '../../../../display/figure.ts';
import { foreignText, type Html, html } from '../../../../display/html.ts';
import { type Buckets, timeAxis, timeRow } from '../../../../display/plot.ts';
import { count, counted, percent } from '../../../../display/text.ts';
import { durationText } from '../../../../options/duration.ts';
import { timeFigure, timeTable } from '../charts.ts';
import { type Counter, marketplaceName } from '../section.ts';
import { CountTable } from '../tally/count-table.ts';
import { TimeSeries } from '../tally/time-series.ts';

/** How calls end, the lowest part of a bar first. */
const OUTCOMES = { found: 'blue', 'not found': 'grey', failed: 'red' } as const;

/** The prefix of error codes next to the outcomes. */
const ERROR = 'error ';

/** Codes of pages that the marketplace serves to robots. */
const BLOCKED: ReadonlySet<string> = new Set(['BLOCKED', 'CAPTCHA', 'INTERSTITIAL', 'PROOF_OF_WORK', 'ROBOT_CHECK']);

const BARS = 48;
/** How many codes are counted (services can have codes of their own), and how many are shown. */
const CODES_COUNTED = 200;
const CODES_SHOWN = 12;
/** The longest message that is shown. */
const LONGEST_MESSAGE = 160;

/** Returns the counter of the section. */
export function overTime(): Counter {
  const calls = new TimeSeries();
  /** Failures by code and marketplace, and the first message of each code. */
  const failures = new CountTable();
  const messages = new Map<string, string>();
  let untimed = 0;
  const add = (at: number | undefined, names: readonly string[]) => {
    if (at === undefined) untimed++;
    else for (const name of names) calls.add(at, name);
  };
  return {
    empty: 'no line has a timestamp',
    addResponse: ({ at, found }) => add(at, [found ? 'found' : 'not found']),
    addFailure: ({ at, message, marketplace, ...failure }) => {
      const code = failures.has(failure.code) || failures.size < CODES_COUNTED ? failure.code : 'all others';
      if (!failures.has(code)) messages.set(code, message);
      failures.add(code, marketplace);
      add(at, ['failed', ERROR + code]);
    },
    draw: () => {
      const time = calls.buckets(BARS);
      const isTimed = time.starts.length > 0;
      if (!isTimed && failures.size === 0) return undefined;
      return {
        about: html`${isTimed ? html`<p>Each bar is ${durationText(time.width)}. Times are in UTC.</p>` : ''}
${untimed === 0 ? '' : html`<p>Not drawn: ${counted(untimed, 'line')} without a timestamp.</p>`}`,
        charts: html`${isTimed ? outcomesChart(time) : ''}
${failures.size === 0 ? html`<p class="plain">No failures.</p>` : errorsChart(failures, messages, time)}`,
      };
    },
  };
}

function outcomesChart(time: Buckets): Html {
  const bars = `in ${counted(time.starts.length, 'bar')} of ${durationText(time.width)}`;
  return timeFigure({
    id: 'time-results',
    title: 'Results over time',
    heading: 'Results',
    colors: OUTCOMES,
    time,
    bars,
  });
}

/** A row of bars for each error code, all on the same scale. */
function errorsChart(failures: CountTable, messages: ReadonlyMap<string, string>, time: Buckets): Html {
  const isTimed = time.starts.length > 0;
  const codes = failures.rows.slice(0, CODES_SHOWN);
  const countsOf = (code: string) => time.starts.map((start) => time.at(start, ERROR + code));
  const most = Math.max(1, ...codes.flatMap(countsOf));
  const rows = codes.map((code) => {
    const [times, counts] = [failures.sumOfRow(code), countsOf(code)];
    const marketplaces = failures.columnsOf(code);
    const where = marketplaces.map(
      (marketplace) => `${marketplaceName(marketplace)} ${count(failures.at(code, marketplace))}`,
    );
    return html`<tr><th scope="row"><code>${foreignText(code)}</code>${BLOCKED.has(code) ? html` <small>blocked</small>` : ''}<br><small>${foreignText(messages.get(code) ?? '', LONGEST_MESSAGE)}<br>${where.join(', ')}</small></th>
<td class="track">${isTimed ? timeRow(counts, most, 'red') : ''}</td><td class="count">${count(times)}<br><small>${percent(times, failures.sum())}</small></td></tr>
`;
  });
  const axis = isTimed && html`<tr class="times-row"><td></td><td class="track">${timeAxis(time)}</td><td></td></tr>`;
  const more = failures.size - codes.length;
  const heads = codes.map((code) => foreignText(code));
  const names = codes.map((code) => ERROR + code);
  const numbers = timeTable('Errors by code over time', `from (UTC), ${durationText(time.width)}`, heads, names, time);
  return figure({
    title: 'Errors by code',
    facts: `${counted(failures.sum(), 'failure')}${isTimed ? ` · same scale in all rows, the highest bar is ${count(most)}` : ''}`,
    chart: html`<table class="bars codes" aria-label="Errors by code"><tbody>${rows}${axis || ''}</tbody></table>
${more > 0 ? html`<p class="plain">${counted(more, 'more code')} with fewer failures.</p>` : ''}${isTimed ? numbers : ''}`,
  });
}
