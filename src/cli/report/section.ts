/** Sections of the report, and the charts that they are made of. */
import { marketplaces } from '../../locale/marketplaces.ts';
import { type Html, html } from '../../service/html.ts';
import { counted, type Noun } from '../counts.ts';
import type { FailureLine, ResponseLine } from '../results/result-line.ts';
import { fullShare, type Part, type ShareRow, shareBars, stackedBars } from './charts/bars.ts';
import { figure, SMALL_SAMPLE } from './charts/figure.ts';
import { CountTable } from './tally/count-table.ts';

/** A section of the report. It counts results and draws the counts. */
export interface Section {
  /** The anchor in the page. */
  readonly id: string;
  readonly title: string;
  /** The reason why the section is missing if there is nothing to draw. */
  readonly empty: string;
  addResponse(response: ResponseLine): void;
  addFailure?(failure: FailureLine): void;
  /** Returns `undefined` if there is nothing to draw. */
  draw(): Drawing | undefined;
}

/** The content of a section. */
export interface Drawing {
  /** What the charts show and how they count. */
  about: Html;
  charts: Html;
}

/** A chart of a section. It counts values of responses and draws the counts. */
export interface Chart {
  add(response: ResponseLine): void;
  /** Returns `undefined` if there is nothing to draw. */
  draw(): Html | undefined;
}

/** A section with a fixed list of charts. Charts without data are left out. */
export function sectionOf({
  about,
  charts,
  ...section
}: Pick<Section, 'id' | 'title' | 'empty'> & { about: Html; charts: readonly Chart[] }): Section {
  return {
    ...section,
    addResponse: (response) => {
      for (const chart of charts) chart.add(response);
    },
    draw: () => {
      const drawn = charts.map((chart) => chart.draw()).filter((chart) => chart !== undefined);
      return drawn.length === 0 ? undefined : { about, charts: html`${drawn}` };
    },
  };
}

/** The parts of a whole in each marketplace, as stacked bars; all marketplaces together come first. */
export function partsChart<const Id extends string>(options: {
  title: string;
  noun: Noun;
  parts: readonly (Part & { id: Id })[];
  read: (response: ResponseLine) => readonly Id[];
}): Chart {
  const { title, noun, parts, read } = options;
  const table = new CountTable();
  return {
    add: (response) => {
      for (const id of read(response)) table.add(response.marketplace, id);
    },
    draw: () => {
      if (table.size === 0) return undefined;
      const rows = table.rows.map((place) => ({
        name: marketplaceName(place),
        countOf: ({ id }: Part) => table.at(place, id),
      }));
      const all = { name: 'All', countOf: ({ id }: Part) => table.sumOfColumn(id) };
      const small = table.rows.filter((place) => table.sumOfRow(place) < SMALL_SAMPLE).map(marketplaceName);
      return figure({
        title,
        facts: counted(table.sum(), noun),
        chart: stackedBars(title, noun, parts, rows.length > 1 ? [all, ...rows] : rows),
        notes: small.length === 0 ? [] : [`Small samples: fewer than ${SMALL_SAMPLE} in ${small.join(', ')}.`],
      });
    },
  };
}

/** The shares of fixed categories, as a bar for each. Empty categories at both ends are left out if `isTrimmed`. */
export function categoriesChart<const Category extends string>(options: {
  title: string;
  facts: (total: number) => string;
  categories: readonly Category[];
  tone: string;
  isTrimmed?: boolean;
  read: (response: ResponseLine) => readonly Category[];
}): Chart {
  const { title, facts, categories, tone, isTrimmed = false, read } = options;
  const counts = new Map<string, number>();
  return {
    add: (response) => {
      for (const category of read(response)) counts.set(category, (counts.get(category) ?? 0) + 1);
    },
    draw: () => {
      if (counts.size === 0) return undefined;
      const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
      const rows = categories.map((name): ShareRow => ({ name, count: counts.get(name) ?? 0, of: total, tone }));
      const hasAny = ({ count }: ShareRow) => count > 0;
      const shown = isTrimmed ? rows.slice(rows.findIndex(hasAny), rows.findLastIndex(hasAny) + 1) : rows;
      return figure({ title, facts: facts(total), chart: shareBars(title, shown, fullShare(shown)) });
    },
  };
}

/** The country of a marketplace. */
export function marketplaceName(code: string): string {
  return Object.values(marketplaces).find((marketplace) => marketplace.code === code)?.country ?? 'Unknown marketplace';
}
