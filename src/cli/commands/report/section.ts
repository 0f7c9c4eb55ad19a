/** A section of the report: what it counts in results, and what it shows of a watch. */
import { type Html, html } from '../../../display/html.ts';
import type { WatchOverview } from '../../../entries/watch.ts';
import { marketplaces } from '../../../locale/marketplaces.ts';
import type { FailureLine, ResponseLine } from './result-line.ts';

/** A section. A source that it says nothing about has no row. */
export interface Section {
  /** The anchor in the page. */
  id: string;
  title: string;
  /** Returns the counter of a report about results. */
  results?: () => Counter;
  watch?: {
    /** The reason why the section is left out if there is nothing to draw. */
    empty: string;
    draw(overview: WatchOverview): Drawing | undefined;
  };
}

/** The charts of a section, and what they show and how they count. */
export interface Drawing {
  about: Html;
  charts: Html;
}

/** Counts results, and draws the counts. */
export interface Counter {
  /** The reason why the section is left out if there is nothing to draw. */
  empty: string;
  addResponse(response: ResponseLine): void;
  addFailure?(failure: FailureLine): void;
  /** Returns `undefined` if there is nothing to draw. */
  draw(): Drawing | undefined;
}

/** A chart counts values of responses and draws the counts. */
export interface Chart {
  add(response: ResponseLine): void;
  /** Returns `undefined` if there is nothing to draw. */
  draw(): Html | undefined;
}

/** Returns the counter of a fixed list of charts. Charts without data are left out. */
export function counterOf(empty: string, about: Html, charts: readonly Chart[]): Counter {
  return {
    empty,
    addResponse: (response) => {
      for (const chart of charts) chart.add(response);
    },
    draw: () => {
      const drawn = charts.map((chart) => chart.draw()).filter((chart) => chart !== undefined);
      return drawn.length === 0 ? undefined : { about, charts: html`${drawn}` };
    },
  };
}

/** The country of a marketplace. */
export function marketplaceName(code: string): string {
  return Object.values(marketplaces).find((marketplace) => marketplace.code === code)?.country ?? 'Unknown marketplace';
}
