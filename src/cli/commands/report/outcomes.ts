/** How the calls ended: by marketplace and page type, over time, and with which errors. */
import { UNLIMITED_CREDITS } from '../../../contract/envelope.ts';
import { shareBars } from '../../../display/bars.ts';
import { dataTable, figure } from '../../../display/figure.ts';
import { foreignText, html } from '../../../display/html.ts';
import type { Color } from '../../../display/style.ts';
import { count, counted, latency, oneLine, percent, timeSpan } from '../../../display/text.ts';
import { type Chart, type KeyFigure, marketplaceName, timeFigure } from './charts.ts';
import type { Outcome, ResultLine } from './result-line.ts';
import { CountTable, NumberTally, quantile, TimeSeries } from './tally.ts';

/** How calls end, the lowest part of a bar first. */
const OUTCOMES = { found: 'blue', 'not found': 'grey', failed: 'red' } as const satisfies Record<Outcome, string>;
const NAMES: readonly Outcome[] = ['found', 'not found', 'failed'];

/** How many page types and codes are counted: services can have some of their own. */
const [PAGES_COUNTED, CODES_COUNTED] = [40, 200];

/** The outcomes by marketplace and by page type, and the key figures. */
export class Outcomes implements Chart {
  readonly #marketplaces = new CountTable();
  readonly #pages = new CountTable(PAGES_COUNTED);
  readonly #timings = new NumberTally();
  #credits = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #remaining: { at: number; credits: number } | undefined;

  add({ outcome, marketplace, page, at, consumed, remaining, timingMs }: ResultLine): void {
    this.#marketplaces.of(marketplace).add(outcome);
    this.#pages.of(page).add(outcome);
    this.#credits += consumed;
    if (timingMs !== undefined && outcome !== 'failed') this.#timings.add(timingMs);
    if (at === undefined) return;
    if (remaining !== undefined && at >= (this.#remaining?.at ?? 0)) this.#remaining = { at, credits: remaining };
    this.#first = Math.min(this.#first, at);
    this.#last = Math.max(this.#last, at);
  }

  /** The number of responses and failures. */
  get total(): number {
    return this.#marketplaces.sum();
  }

  /** The time span and the marketplaces, the one with the most results first. */
  get scope(): string {
    const span = this.#first > this.#last ? '' : timeSpan(this.#first, this.#last);
    const countries = this.#marketplaces.rows.flatMap(([code]) => (code === 'unknown' ? [] : [marketplaceName(code)]));
    return [span, countries.join(', ')].filter((part) => part !== '').join(' · ');
  }

  get figures(): KeyFigure[] {
    const share = (name: string, outcome: Outcome): KeyFigure => {
      const times = this.#marketplaces.sum(outcome);
      return [name, count(times), percent(times, this.total)];
    };
    const left = this.#remaining?.credits ?? UNLIMITED_CREDITS;
    const timings = this.#timings.sorted();
    const [median = '', most = ''] = [0.5, 0.95].map((part) => latency(quantile(timings, part)));
    return [
      ['Results', count(this.total)],
      share('Found', 'found'),
      share('Not found', 'not found'),
      share('Failed', 'failed'),
      ['Credits', count(this.#credits), left < UNLIMITED_CREDITS ? `${count(left)} left` : undefined],
      ...(timings.length === 0 ? [] : [['Response time', median, `95% within ${most}`] as const]),
    ];
  }

  draw() {
    const tables = [
      ['Marketplace', this.#marketplaces, marketplaceName],
      ['Page', this.#pages, (page: string) => page],
    ] as const;
    const drawn = tables.map(([head, table, nameOf]) => {
      const rows = table.rows.map(([row, outcomes]) => {
        return [foreignText(nameOf(row)), count(outcomes.total), ...NAMES.map((name) => count(outcomes.at(name)))];
      });
      return dataTable(`Results by ${head.toLowerCase()}`, [head, 'results', ...NAMES], rows);
    });
    return html`<div class="side-by-side">${drawn}</div>`;
  }
}

/** How calls ended over time. */
export function outcomesOverTime(): Chart {
  const calls = new TimeSeries();
  let untimed = 0;
  return {
    add: ({ at, outcome }) => {
      if (at === undefined) untimed++;
      else calls.add(at, outcome);
    },
    draw: () => {
      const notes = [untimed > 0 && `Not drawn: ${counted(untimed, 'line')} without a timestamp.`];
      return timeFigure('time-results', 'Results over time', OUTCOMES, calls.buckets(), notes);
    },
  };
}

/** Codes of pages that the marketplace serves to robots. */
const BLOCKED: ReadonlySet<string> = new Set(['BLOCKED', 'CAPTCHA', 'INTERSTITIAL', 'PROOF_OF_WORK', 'ROBOT_CHECK']);

/** The colours of the most frequent codes in bars over time. */
const CODE_COLORS = ['red', 'ochre', 'blue', 'teal', 'slate'] as const;

/** How many codes have a bar, and the longest code and message that are shown. */
const [BARS, LONGEST_CODE, LONGEST_MESSAGE] = [12, 60, 160];

/** The errors by code, with the first message of each, and over time. */
export function errorsChart(): Chart {
  const failures = new CountTable(CODES_COUNTED);
  const messages = new Map<string, string>();
  const calls = new TimeSeries();
  return {
    add: (line) => {
      if (line.outcome !== 'failed') return;
      const code = failures.rowOf(oneLine(line.code, LONGEST_CODE));
      if (!messages.has(code)) messages.set(code, line.message);
      failures.of(code).add(line.marketplace);
      if (line.at !== undefined) calls.add(line.at, code);
    },
    draw: () => {
      const [codes, all] = [failures.rows, failures.sum()];
      if (all === 0) return undefined;
      const bars = codes.slice(0, BARS).map(([code, names]) => {
        const where = names.sorted().map(({ name, count: times }) => `${marketplaceName(name)} ${count(times)}`);
        const note = html`${BLOCKED.has(code) && 'blocked'}<br>${foreignText(messages.get(code) ?? '', LONGEST_MESSAGE)}<br>${where.join(', ')}`;
        return {
          name: html`<code>${foreignText(code)}</code>`,
          note,
          count: names.total,
          of: all,
          color: 'red' as const,
        };
      });
      const byCode = figure({
        title: 'Errors by code',
        facts: counted(all, 'failure'),
        chart: html`<div class="codes">${shareBars('Errors by code', bars)}</div>`,
        notes: [codes.length > BARS && `${counted(codes.length - BARS, 'more code')} with fewer failures.`],
      });
      const colors = Object.fromEntries(
        codes
          .slice(0, CODE_COLORS.length)
          .map(([code], index): [string, Color] => [code, CODE_COLORS[index] ?? 'grey']),
      );
      const notes = [codes.length > CODE_COLORS.length && `The ${CODE_COLORS.length} most frequent codes are shown.`];
      return html`${byCode}${timeFigure('time-errors', 'Errors over time', colors, calls.buckets(), notes)}`;
    },
  };
}
