/** The frame of the pages that commands write: one HTML file without scripts and without anything from elsewhere; its policy forbids both. */
import { createHash } from 'node:crypto';
import { raw } from 'hono/html';
import { type Html, html } from '../../../service/html.ts';
import { version } from '../../../version.ts';
import type { Cell } from './charts/figure.ts';
import { dateTime, foreignText, oneLine } from './format.ts';
import { STYLE } from './style.ts';

/** A section of a page. */
export interface PageSection {
  /** The anchor in the page. */
  id: string;
  title: string;
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

/** Returns the HTML of a page. */
export async function framedPage({
  title,
  scope,
  figures,
  sections,
  leftOut,
  source,
  madeAt,
}: FramedPage): Promise<string> {
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'sha256-${raw(STYLE_HASH)}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="buybox ${version}">
<title>${oneLine(title)}</title>
<link rel="icon" href="data:,">
<style>${raw(STYLE)}</style>
</head>
<body>
<svg class="defs" width="0" height="0" aria-hidden="true"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-ground" width="6" height="6"/><rect class="hatch-line" width="2.5" height="6"/></pattern></defs></svg>
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
</footer>
</body>
</html>
`;
  return page.toString();
}

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

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
