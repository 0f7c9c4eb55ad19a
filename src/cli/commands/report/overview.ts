/** The head of the report: the number of results, their outcomes, credits and response times, by marketplace and page type. */
import { UNLIMITED_CREDITS } from '../../../contract/envelope.ts';
import { dataTable } from '../../../display/figure.ts';
import { keyFigures } from '../../../display/frame.ts';
import { foreignText, type Html, html } from '../../../display/html.ts';
import { count, latency, percent, timeSpan } from '../../../display/text.ts';
import type { FailureLine, ResponseLine } from './result-line.ts';
import { marketplaceName } from './section.ts';
import { CountTable } from './tally/count-table.ts';
import { NumberTally, quantile } from './tally/number-tally.ts';

const OUTCOMES = ['found', 'not found', 'failed'] as const;

/** How many page types are counted; services can have page types of their own. */
const PAGES_COUNTED = 40;

/** Counts for the head of the report, and for its first section. */
export class Overview {
  readonly #marketplaces = new CountTable();
  readonly #pages = new CountTable();
  readonly #timings = new NumberTally();
  #credits = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #remaining: { at: number; credits: number } | undefined;

  addResponse({ found, marketplace, pageType, at, consumed, remaining, timingMs }: ResponseLine): void {
    this.#add(found ? 'found' : 'not found', marketplace, pageType, at);
    this.#credits += consumed ?? 0;
    if (timingMs !== undefined) this.#timings.add(timingMs);
    if (remaining !== undefined && at !== undefined && at >= (this.#remaining?.at ?? 0))
      this.#remaining = { at, credits: remaining };
  }

  addFailure({ marketplace, endpoint, at, consumed }: FailureLine): void {
    this.#add('failed', marketplace, endpoint, at);
    this.#credits += consumed;
  }

  #add(outcome: (typeof OUTCOMES)[number], marketplace: string, page: string, at: number | undefined): void {
    this.#marketplaces.add(marketplace, outcome);
    this.#pages.add(this.#pages.has(page) || this.#pages.size < PAGES_COUNTED ? page : 'others', outcome);
    if (at === undefined) return;
    this.#first = Math.min(this.#first, at);
    this.#last = Math.max(this.#last, at);
  }

  /** The number of responses and failures. */
  get total(): number {
    return this.#marketplaces.sum();
  }

  /** The time span and the marketplaces, the one with the most results first. */
  get scope(): string {
    const span = this.#first > this.#last ? [] : [timeSpan(this.#first, this.#last)];
    const countries = this.#marketplaces.rows.filter((code) => code !== 'unknown').map(marketplaceName);
    return [...span, countries.join(', ')].filter((part) => part !== '').join(' · ');
  }

  /** The key figures. */
  figures(): Html {
    const share = (outcome: (typeof OUTCOMES)[number]) => {
      const times = this.#marketplaces.sumOfColumn(outcome);
      return html`${count(times)} <small>${percent(times, this.total)}</small>`;
    };
    const left = this.#remaining?.credits ?? UNLIMITED_CREDITS;
    const timings = this.#timings.sorted();
    const [median, most] = [0.5, 0.95].map((part) => latency(quantile(timings, part)));
    return keyFigures([
      ['Results', count(this.total)],
      ['Found', share('found')],
      ['Not found', share('not found')],
      ['Failed', share('failed')],
      [
        'Credits',
        html`${count(this.#credits)}${left < UNLIMITED_CREDITS && html` <small>${count(left)} left</small>`}`,
      ],
      ['Response time', timings.length > 0 && html`${median} <small>95% within ${most}</small>`],
    ]);
  }

  /** Outcomes by marketplace and by page type. */
  tables(): Html {
    return html`<div class="side-by-side">${outcomeTable('Marketplace', this.#marketplaces, marketplaceName)}${outcomeTable('Page', this.#pages, (page) => page)}</div>`;
  }
}

function outcomeTable(head: string, table: CountTable, nameOf: (row: string) => string): Html {
  const rows = table.rows.map((row) => [
    foreignText(nameOf(row)),
    count(table.sumOfRow(row)),
    ...OUTCOMES.map((outcome) => count(table.at(row, outcome))),
  ]);
  return dataTable(`Results by ${head.toLowerCase()}`, [head, 'results', ...OUTCOMES], rows);
}
