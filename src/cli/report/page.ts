/** The page of the report: one HTML file without scripts and without anything from elsewhere; its policy forbids both. */
import { createHash } from 'node:crypto';
import { raw } from 'hono/html';
import { type Html, html } from '../../service/html.ts';
import { version } from '../../version.ts';
import { counted } from '../counts.ts';
import { dateTime, foreignText, oneLine } from './format.ts';
import type { Overview } from './overview.ts';
import type { Section } from './section.ts';
import { STYLE } from './style.ts';

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
<p>${overview.scope}</p>
${overview.figures()}
<nav aria-label="Sections">${drawn.map(({ id, title: name }) => html`<a href="#${id}">${name}</a> `)}</nav>
</header>
<main>
${[results, ...drawn].map(sectionPart)}
</main>
<footer>
${empty.length === 0 ? '' : html`<p>Left out: ${empty.map((section) => `${section.title} (${section.empty})`).join(', ')}.</p>`}
<p>Made by buybox ${version} on ${dateTime(madeAt)} UTC from ${counted(files.length, 'file')}: ${files.map((file, index) => html`${index === 0 ? '' : ', '}${foreignText(file)}`)}.</p>
</footer>
</body>
</html>
`;
  return page.toString();
}

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

function sectionPart({ id, title, about, charts }: { id: string; title: string; about: Html; charts: Html }): Html {
  return html`<section id="${id}"><div class="about"><h2>${title}</h2>${about}</div>
<div class="charts">${charts}</div></section>
`;
}
