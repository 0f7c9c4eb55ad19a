/** The head of the report: how many results, how they ended, what they cost, when and where. */
import { type Html, html } from '../../service/html.ts';
import { count } from '../counts.ts';
import type { AnswerLine, FailureLine } from '../results/result-line.ts';
import { dataTable } from './charts/table.ts';
import { latency, percent, span } from './format.ts';
import { placeName } from './section.ts';
import { CountTable } from './tally/count-table.ts';
import { NumberCounts, quantile } from './tally/number-counts.ts';
import { nameText } from './text.ts';

const OUTCOMES = ['found', 'not found', 'failed'] as const;

/** Page types that the contract does not know are told apart up to so many. */
const PAGES_KEPT = 40;

/** Counts for the head. */
export class Overview {
  readonly #places = new CountTable();
  readonly #pages = new CountTable();
  readonly #timings = new NumberCounts();
  #credits = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #remaining: { at: number; credits: number } | undefined;

  answer({ found, marketplace, pageType, at, consumed, remaining, timingMs }: AnswerLine): void {
    this.#count(found ? 'found' : 'not found', marketplace, pageType, at);
    this.#credits += consumed ?? 0;
    if (timingMs !== undefined) this.#timings.add(timingMs);
    if (remaining !== undefined && at !== undefined && at >= (this.#remaining?.at ?? 0))
      this.#remaining = { at, credits: remaining };
  }

  failure({ marketplace, endpoint, at, consumed }: FailureLine): void {
    this.#count('failed', marketplace, endpoint, at);
    this.#credits += consumed;
  }

  #count(outcome: (typeof OUTCOMES)[number], place: string, page: string, at: number | undefined): void {
    this.#places.add(place, outcome);
    this.#pages.add(this.#pages.has(page) || this.#pages.rows.length < PAGES_KEPT ? page : 'others', outcome);
    if (at === undefined) return;
    this.#first = Math.min(this.#first, at);
    this.#last = Math.max(this.#last, at);
  }

  /** All answers and failures. */
  get total(): number {
    return this.#places.sum();
  }

  /** From the first to the last; empty when no line tells its time. */
  get span(): string {
    return this.#first > this.#last ? '' : span(this.#first, this.#last);
  }

  /** The marketplaces, the one with most results first. */
  get places(): string[] {
    return this.#places.rows.filter((place) => place !== 'untold').map(placeName);
  }

  /** The figures. */
  figures(): Html {
    const [found, notFound, failed] = OUTCOMES.map((outcome) => this.#places.sumOf(outcome));
    const shared = (part = 0) => html`${count(part)} <small>${percent(part, this.total)}</small>`;
    return html`<dl class="figures">
${figure('Results', html`${count(this.total)}`)}${figure('Found', shared(found))}${figure('Not found', shared(notFound))}${figure('Failed', shared(failed))}
${figure('Credits', html`${count(this.#credits)}${this.#left()}`)}${this.#timing()}
</dl>`;
  }

  #left(): Html | string {
    const credits = this.#remaining?.credits;
    // The local backend without packs counts from here.
    return credits === undefined || credits === Number.MAX_SAFE_INTEGER
      ? ''
      : html` <small>${count(credits)} left</small>`;
  }

  #timing(): Html | string {
    const sorted = this.#timings.sorted();
    if (sorted.length === 0) return '';
    return figure(
      'Time of an answer',
      html`${latency(quantile(sorted, 0.5))} <small>95% within ${latency(quantile(sorted, 0.95))}</small>`,
    );
  }

  /** How results ended, by marketplace and by page. */
  tables(): Html {
    return html`<div class="side-by-side">${outcomeTable('Marketplace', this.#places, placeName)}${outcomeTable('Page', this.#pages, (page) => (page === 'untold' ? 'not told' : page))}</div>`;
  }
}

function figure(name: string, value: Html): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function outcomeTable(head: string, table: CountTable, nameOf: (row: string) => string): Html {
  const rows = table.rows.map((row) => [
    nameText(nameOf(row)),
    count(table.sum(row)),
    ...OUTCOMES.map((outcome) => count(table.at(row, outcome))),
  ]);
  return dataTable(`Results by ${head.toLowerCase()}`, [head, 'results', ...OUTCOMES], rows);
}
