/** A section of the report counts results and draws the counts. */
import { marketplaces } from '../../../locale/marketplaces.ts';
import { type Html, html } from '../../../service/html.ts';
import type { FailureLine, ResponseLine } from './result-line.ts';

/** A section of the report. */
export interface Section {
  /** The anchor in the page. */
  id: string;
  title: string;
  /** The reason why the section is left out if there is nothing to draw. */
  empty: string;
  addResponse(response: ResponseLine): void;
  addFailure?(failure: FailureLine): void;
  /** The charts, and what they show and how they count. Returns `undefined` if there is nothing to draw. */
  draw(): { about: Html; charts: Html } | undefined;
}

/** A chart counts values of responses and draws the counts. */
export interface Chart {
  add(response: ResponseLine): void;
  /** Returns `undefined` if there is nothing to draw. */
  draw(): Html | undefined;
}

/** A section with a fixed list of charts. Charts without data are left out. */
export function sectionOf(row: {
  id: string;
  title: string;
  empty: string;
  about: Html;
  charts: readonly Chart[];
}): Section {
  const { about, charts } = row;
  return {
    ...row,
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
