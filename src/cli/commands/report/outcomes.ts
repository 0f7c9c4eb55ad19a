/** How the calls ended: over time, by marketplace and page type, and with which errors. */
import { shareBars } from '../../../display/bars.ts';
import { dataTable, figure } from '../../../display/figure.ts';
import type { KeyFigure } from '../../../display/frame.ts';
import { foreignText, type Html, html } from '../../../display/html.ts';
import { count, counted, latency, oneLine, percent, timeSpan } from '../../../display/text.ts';
import { type Chart, marketplaceName, timeFigure } from './charts.ts';
import type { Outcome, ResultLine } from './result-line.ts';
import { CountTable, Names, NumberTally, quantile, TimeSeries } from './tally.ts';

/** How calls end, the lowest part of a bar first. */
const OUTCOMES = { found: 'blue', 'not found': 'grey', failed: 'red' } as const satisfies Record<Outcome, string>;
const NAMES: readonly Outcome[] = ['found', 'not found', 'failed'];

/** How many page types and codes are counted: services can have some of their own. */
const [PAGES_COUNTED, CODES_COUNTED] = [40, 200];
/** How many codes have a bar, and the longest code and message that are shown. */
const [BARS, LONGEST_CODE, LONGEST_MESSAGE] = [12, 60, 160];

/** The outcomes, and the key figures. */
export class Outcomes implements Chart {
  readonly #marketplaces = new CountTable();
  readonly #pages = new CountTable(PAGES_COUNTED);
  /** The codes of errors, with the first message of each. */
  readonly #codes = new Names(CODES_COUNTED);
  readonly #calls = new TimeSeries();
  readonly #timings = new NumberTally();
  #untimed = 0;
  #credits = 0;

  add({ outcome, marketplace, page, at, consumed, timingMs, code, message }: ResultLine): void {
    this.#marketplaces.of(marketplace).add(outcome);
    this.#pages.of(page).add(outcome);
    this.#credits += consumed;
    if (outcome === 'failed') this.#codes.add(oneLine(code, LONGEST_CODE), message);
    else if (timingMs !== undefined) this.#timings.add(timingMs);
    if (at === undefined) this.#untimed++;
    else this.#calls.add(at, outcome);
  }

  /** The number of responses and failures. */
  get total(): number {
    return this.#marketplaces.sum();
  }

  /** The time span and the marketplaces, the one with the most results first. */
  get scope(): string {
    const { first, last } = this.#calls;
    const countries = this.#marketplaces.rows.flatMap(([code]) => (code === 'unknown' ? [] : [marketplaceName(code)]));
    return [first > last ? '' : timeSpan(first, last), countries.join(', ')].filter((part) => part !== '').join(' · ');
  }

  get figures(): KeyFigure[] {
    const share = (name: string, outcome: Outcome): KeyFigure => {
      const times = this.#marketplaces.sum(outcome);
      return [name, count(times), percent(times, this.total)];
    };
    const timings = this.#timings.sorted();
    const [median = '', most = ''] = [0.5, 0.95].map((part) => latency(quantile(timings, part)));
    return [
      ['Results', count(this.total)],
      share('Found', 'found'),
      share('Not found', 'not found'),
      share('Failed', 'failed'),
      ['Credits', count(this.#credits)],
      ['Response time', timings.length === 0 ? undefined : median, `95% within ${most}`],
    ];
  }

  draw(): Html {
    const notes = [this.#untimed > 0 && `Not drawn: ${counted(this.#untimed, 'line')} without a timestamp.`];
    const tables = [
      this.#table('Marketplace', this.#marketplaces, marketplaceName),
      this.#table('Page', this.#pages, (page) => page),
    ];
    return html`${this.#errors()}${timeFigure('Results over time', OUTCOMES, this.#calls.buckets(), notes)}
<div class="side-by-side">${tables}</div>`;
  }

  #table(head: string, table: CountTable, nameOf: (row: string) => string): Html {
    const rows = table.rows.map(([row, outcomes]) => {
      return [foreignText(nameOf(row)), count(outcomes.total), ...NAMES.map((name) => count(outcomes.at(name)))];
    });
    return dataTable(`Results by ${head.toLowerCase()}`, [head, 'results', ...NAMES], rows);
  }

  #errors(): Html | undefined {
    const [of, codes] = [this.#codes.total, this.#codes.sorted()];
    if (of === 0) return undefined;
    const bars = codes.slice(0, BARS).map(({ name, label, count: times }) => {
      const note = html`<br>${foreignText(label, LONGEST_MESSAGE)}`;
      return { name: html`<code>${foreignText(name)}</code>`, note, count: times, of, color: 'red' as const };
    });
    return figure({
      title: 'Errors by code',
      facts: counted(of, 'failure'),
      chart: shareBars('Errors by code', bars),
      notes: [codes.length > BARS && `${counted(codes.length - BARS, 'more code')} with fewer failures.`],
    });
  }
}
