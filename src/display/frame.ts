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
  charts: Html;
}

/** The content of a page. */
export interface FramedPage {
  title: string;
  /** A line below the title. */
  scope: string;
  figures: Html;
  sections: readonly PageSection[];
  /** A sentence about what the page leaves out. */
  leftOut?: string | undefined;
  /** The source of the page. */
  source: Html;
  /** Milliseconds since the epoch. */
  madeAt: number;
}

const STYLE = `${BASE_STYLE}${REPORT_STYLE}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'`;

/** Returns the HTML of a page. */
export function framedPage({ title, scope, figures, sections, leftOut, source, madeAt }: FramedPage): Promise<string> {
  const body = html`<svg class="defs" width="0" height="0" aria-hidden="true"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-ground" width="6" height="6"/><rect class="hatch-line" width="2.5" height="6"/></pattern></defs></svg>
<header>
<h1>${foreignText(title)}</h1>
<p>${scope}</p>
${figures}
<nav aria-label="Sections">${sections.map(({ id, title: name }) => html`<a href="#${id}">${name}</a> `)}</nav>
</header>
<main>
${sections.map(sectionPart)}
</main>
<footer>
${leftOut === undefined ? '' : html`<p>${leftOut}</p>`}
<p>Made by buybox ${version} on ${dateTime(madeAt)} UTC from ${source}.</p>
</footer>`;
  return htmlDocument({ title, style: STYLE, policy: POLICY, generator: `buybox ${version}`, body });
}

/** Renders key figures. Those that are `false` are left out. */
export function keyFigures(figures: readonly (readonly [name: string, value: Cell | false])[]): Html {
  const shown = figures.filter(([, value]) => value !== false);
  return html`<dl class="figures">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function sectionPart({ id, title, about, charts }: PageSection): Html {
  return html`<section id="${id}"><div class="about"><h2>${title}</h2>${about}</div>
<div class="charts">${charts}</div></section>
`;
}
