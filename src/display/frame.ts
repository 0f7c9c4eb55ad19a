/** The frame of the pages that commands write: one HTML file without scripts and without anything from elsewhere; its policy forbids both. */
import { createHash } from 'node:crypto';
import { version } from '../version.ts';
import type { Cell } from './figure.ts';
import { foreignText, type Html, html, htmlDocument } from './html.ts';
import { BASE_STYLE, REPORT_STYLE } from './style.ts';
import { dateTime } from './text.ts';

/** A section of a page. */
export interface PageSection {
  /** The anchor in the page. */
  id: string;
  title: string;
  /** The subject of the charts, and how they count. */
  about: Html;
  /** Without charts, the section is left out. */
  charts: readonly (Html | undefined)[];
  /** The reason why it is left out. */
  empty: string;
}

/** A key figure: a value, and what to know about it. Without a value it is left out. */
export type KeyFigure = readonly [name: string, value: Cell | undefined, detail?: string | undefined];

/** The content of a page. */
export interface FramedPage {
  title: string;
  /** A line below the title. */
  scope: string;
  figures: readonly KeyFigure[];
  sections: readonly PageSection[];
  /** Sentences about what the page could not read. */
  notes?: readonly string[];
  /** The source of the page. */
  source: Html;
  /** Milliseconds since the epoch. */
  madeAt: number;
}

const STYLE = `${BASE_STYLE}${REPORT_STYLE}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'`;

/** The longest note: it quotes a line of a file. */
const LONGEST_NOTE = 200;

/** Returns the HTML of a page. */
export function framedPage({
  title,
  scope,
  figures,
  sections,
  notes = [],
  source,
  madeAt,
}: FramedPage): Promise<string> {
  const hasCharts = ({ charts }: PageSection) => charts.some((chart) => chart !== undefined);
  const drawn = sections.filter(hasCharts);
  const missing = sections.filter((section) => !hasCharts(section));
  const leftOut = missing.map(({ title: name, empty }) => `${name} (${empty})`).join(', ');
  const body = html`<header>
<h1>${foreignText(title)}</h1>
<p>${scope}</p>
<dl class="figures">${figures.map(keyFigure)}</dl>
${notes.map((note) => html`<p class="note">${foreignText(note, LONGEST_NOTE)}</p>`)}
<nav aria-label="Sections">${drawn.map(({ id, title: name }) => html`<a href="#${id}">${name}</a> `)}</nav>
</header>
<main>
${drawn.map(sectionPart)}
</main>
<footer>
${leftOut !== '' && html`<p>Left out: ${leftOut}.</p>`}
<p>Made by buybox ${version} on ${dateTime(madeAt)} UTC from ${source}.</p>
</footer>`;
  return htmlDocument({ title, style: STYLE, policy: POLICY, generator: `buybox ${version}`, body });
}

function keyFigure([name, value, detail]: KeyFigure): Html | undefined {
  if (value === undefined) return undefined;
  return html`<div><dt>${name}</dt><dd>${value}${detail !== undefined && html` <small>${detail}</small>`}</dd></div>`;
}

function sectionPart({ id, title, about, charts }: PageSection): Html {
  return html`<section id="${id}"><div class="about"><h2>${title}</h2>${about}</div>
<div class="charts">${charts}</div></section>
`;
}
