/** How calls ended over time, and with which errors. */
import { type Html, html } from '../../../service/html.ts';
import { count, counted } from '../../counts.ts';
import type { AnswerLine, FailureLine } from '../../results/result-line.ts';
import { legend } from '../charts/shares.ts';
import { dataTable, numbers } from '../charts/table.ts';
import { type Stretch, type TimePart, timeAxis, timeBars, timeRow } from '../charts/timeline.ts';
import { duration, percent, tableMoment } from '../format.ts';
import { placeName, type Section, type Shown } from '../section.ts';
import { CountTable } from '../tally/count-table.ts';
import { type Bucket, TimeCounts } from '../tally/time-counts.ts';
import { nameText } from '../text.ts';

/** Errors stand among the outcomes with this in front of their code. */
const ERROR = 'error ';

/** How a call can end, the lowest part of a bar first. */
const OUTCOMES: readonly TimePart[] = [
  { name: 'found', tone: 'tone-found', of: ({ counts }) => counts.get('found') ?? 0 },
  { name: 'not found', tone: 'tone-none', of: ({ counts }) => counts.get('not found') ?? 0 },
  { name: 'failed', tone: 'tone-failed', of: failedIn },
];

/** The checks for robots: the marketplace refuses. */
const BLOCKS: ReadonlySet<string> = new Set(['BLOCKED', 'CAPTCHA', 'INTERSTITIAL', 'PROOF_OF_WORK', 'ROBOT_CHECK']);

/** So many bars fit. */
const BARS = 48;
/** So many codes are told apart (a service's own are passed through), and so many have a row. */
const CODES_KEPT = 200;
const CODES_SHOWN = 12;
const OTHERS = 'all others';
/** So much of a message is shown. */
const MESSAGE = 160;

/** What is known of an error code. */
interface Code {
  code: string;
  count: number;
  /** Of its first failure. */
  message: string;
}

/** The section. */
export class OverTime implements Section {
  readonly id = 'time';
  readonly title = 'Over time';
  readonly #calls = new TimeCounts();
  readonly #codes = new Map<string, Code>();
  readonly #places = new CountTable();
  #untimed = 0;

  answer({ at, found }: AnswerLine): void {
    this.#count(at, found ? 'found' : 'not found');
  }

  failure({ at, code, message, marketplace }: FailureLine): void {
    const known = this.#codes.has(code) || this.#codes.size < CODES_KEPT ? code : OTHERS;
    const entry = this.#codes.get(known) ?? { code: known, count: 0, message };
    this.#codes.set(known, entry);
    entry.count++;
    this.#places.add(marketplace, known);
    this.#count(at, ERROR + known);
  }

  #count(at: number | undefined, name: string): void {
    if (at === undefined) this.#untimed++;
    else this.#calls.add(at, name);
  }

  shown(): Shown | string {
    const stretch = this.#calls.buckets(BARS);
    const codes = [...this.#codes.values()].sort((one, other) => other.count - one.count);
    const isTimed = stretch.buckets.length > 0;
    if (!isTimed && codes.length === 0) return 'no line tells its time';
    return {
      about: html`${isTimed ? html`<p>Each bar is ${duration(stretch.width)}. Moments are in UTC.</p>` : ''}
${this.#untimed === 0 ? '' : html`<p>Not drawn: ${counted(this.#untimed, 'line')} without a time.</p>`}`,
      pictures: html`${isTimed ? outcomesPicture(stretch) : ''}${codes.length === 0 ? html`<p class="plain">No failures.</p>` : this.#errorsPicture(codes, stretch)}`,
    };
  }

  /** A row a code, all to one scale. */
  #errorsPicture(codes: readonly Code[], stretch: Stretch): Html {
    const { buckets, width } = stretch;
    const shown = codes.slice(0, CODES_SHOWN);
    const countsOf = ({ code }: Code) => buckets.map(({ counts }) => counts.get(ERROR + code) ?? 0);
    const most = Math.max(1, ...shown.flatMap(countsOf));
    const total = codes.reduce((sum, { count: times }) => sum + times, 0);
    const rows = buckets.map(({ start }, index) => [
      tableMoment(start),
      ...shown.map((code) => count(countsOf(code)[index] ?? 0)),
    ]);
    const heads = [`from (UTC), ${duration(width)}`, ...shown.map(({ code }) => nameText(code))];
    return html`<figure><figcaption><b>Errors by code</b> <span class="facts">${counted(total, 'failure')}${buckets.length === 0 ? '' : ` · all rows to one scale: the highest bar is ${count(most)}`}</span></figcaption>
<table class="bars codes" aria-label="Errors by code"><tbody>${shown.map((code) => this.#codeRow(code, countsOf(code), most, total))}
${buckets.length === 0 ? '' : html`<tr class="moments-row"><td></td><td class="track">${timeAxis(stretch)}</td><td></td></tr>`}</tbody></table>
${codes.length > shown.length ? html`<p class="plain">${counted(codes.length - shown.length, 'more code')} with fewer failures.</p>` : ''}
${buckets.length === 0 ? '' : numbers(dataTable('Errors by code over time', heads, rows))}</figure>`;
  }

  #codeRow({ code, count: times, message }: Code, counts: readonly number[], most: number, total: number): Html {
    const timesIn = (place: string) => this.#places.at(place, code);
    const places = this.#places.rows.filter((place) => timesIn(place) > 0);
    places.sort((one, other) => timesIn(other) - timesIn(one));
    const where = places.map((place) => `${placeName(place)} ${count(timesIn(place))}`).join(', ');
    return html`<tr><th scope="row"><code>${nameText(code)}</code>${BLOCKS.has(code) ? html` <small>blocked</small>` : ''}<br><small>${nameText(message, MESSAGE)}<br>${where}</small></th>
<td class="track">${counts.length === 0 ? '' : timeRow(counts, most, 'tone-failed')}</td><td class="count">${count(times)}<br><small>${percent(times, total)}</small></td></tr>
`;
  }
}

function failedIn({ counts }: Bucket): number {
  return [...counts].reduce((sum, [name, times]) => (name.startsWith(ERROR) ? sum + times : sum), 0);
}

function outcomesPicture(stretch: Stretch): Html {
  const { buckets, width } = stretch;
  const totals = OUTCOMES.map(
    ({ name, of }) => `${count(buckets.reduce((sum, bucket) => sum + of(bucket), 0))} ${name}`,
  );
  const title = 'Results over time';
  const description = `${totals.join(', ')}, in ${counted(buckets.length, 'bar')} of ${duration(width)}.`;
  const rows = buckets.map((bucket) => [tableMoment(bucket.start), ...OUTCOMES.map(({ of }) => count(of(bucket)))]);
  return html`<figure><figcaption><b>Results</b> <span class="facts">${totals.join(' · ')}</span></figcaption>
${legend(OUTCOMES)}${timeBars({ id: 'time-results', title, description }, OUTCOMES, stretch)}
${numbers(dataTable(title, ['from (UTC)', ...OUTCOMES.map(({ name }) => name)], rows))}</figure>`;
}
