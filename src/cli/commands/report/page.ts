/** The page of the report. */
import { html } from '../../../service/html.ts';
import { counted } from '../../counts.ts';
import { foreignText } from './format.ts';
import { framedPage } from './frame.ts';
import type { Overview } from './overview.ts';
import type { Section } from './section.ts';

/** The content of the page. */
export interface ReportPage {
  title: string;
  overview: Overview;
  sections: readonly Section[];
  /** The names of the files. */
  files: readonly string[];
  /** Sentences about skipped lines. */
  notes: readonly string[];
  /** Milliseconds since the epoch. */
  madeAt: number;
}

/** Returns the HTML of the page. */
export async function reportPage({ title, overview, sections, files, notes, madeAt }: ReportPage): Promise<string> {
  const all = sections.map((section) => ({ section, drawing: section.draw() }));
  const empty = all.filter(({ drawing }) => drawing === undefined).map(({ section }) => section);
  const drawn = all.flatMap(({ section, drawing }) => (drawing === undefined ? [] : [{ ...section, ...drawing }]));
  const results = {
    id: 'results',
    title: 'Results',
    about: html`<p>All results by marketplace and page type.</p>${notes.map((note) => html`<p class="note">${note}</p>`)}`,
    charts: overview.tables(),
  };
  return framedPage({
    title,
    scope: overview.scope,
    figures: overview.figures(),
    sections: [results, ...drawn],
    leftOut:
      empty.length === 0
        ? undefined
        : `Left out: ${empty.map((section) => `${section.title} (${section.empty})`).join(', ')}.`,
    source: html`${counted(files.length, 'file')}: ${files.map((file, index) => html`${index === 0 ? '' : ', '}${foreignText(file)}`)}`,
    madeAt,
  });
}
