/** The page: one file, no script, nothing from elsewhere; a policy in it forbids both. */
import { createHash } from 'node:crypto';
import { raw } from 'hono/html';
import { type Html, html } from '../../service/html.ts';
import { version } from '../../version.ts';
import { counted } from '../counts.ts';
import { moment } from './format.ts';
import type { Overview } from './overview.ts';
import type { Section } from './section.ts';
import { STYLE } from './style.ts';
import { lineOf, nameText } from './text.ts';

/** What stands in the page. */
export interface ReportPage {
  title: string;
  overview: Overview;
  sections: readonly Section[];
  /** The files' names. */
  files: readonly string[];
  /** What could not be read, in words. */
  remarks: readonly string[];
  madeAt: number;
}

/** Renders it. */
export async function reportPage({ title, overview, sections, files, remarks, madeAt }: ReportPage): Promise<string> {
  const all = sections.map((section) => ({ section, shown: section.shown() }));
  const full = all.filter(({ shown }) => typeof shown !== 'string');
  const empty = all.filter(({ shown }) => typeof shown === 'string');
  const places = overview.places;
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'sha256-${raw(hashOf(STYLE))}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="buybox ${version}">
<title>${lineOf(title)}</title>
<link rel="icon" href="data:,">
<style>${raw(STYLE)}</style>
</head>
<body>
<svg class="defs" width="0" height="0" aria-hidden="true"><defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-ground" width="6" height="6"/><rect class="hatch-line" width="2.5" height="6"/></pattern></defs></svg>
<header>
<h1>${nameText(title)}</h1>
<p>${overview.span}${overview.span === '' || places.length === 0 ? '' : ' · '}${places.join(', ')}</p>
${overview.figures()}
<nav aria-label="Sections">${full.map(({ section }) => html`<a href="#${section.id}">${section.title}</a> `)}</nav>
</header>
<main>
<section id="results"><div class="about"><h2>Results</h2><p>Everything that the files hold, by where and what was asked.</p>${remarks.map((remark) => html`<p class="note">${remark}</p>`)}</div>
<div class="pictures">${overview.tables()}</div></section>
${full.map(({ section, shown }) => (typeof shown === 'string' ? '' : sectionPart(section, shown)))}
</main>
<footer>
${empty.length === 0 ? '' : html`<p>Left out: ${empty.map(({ section, shown }, index) => html`${index === 0 ? '' : '; '}${section.title}, as ${String(shown)}`)}.</p>`}
<p>Made by buybox ${version} on ${moment(madeAt)} UTC from ${counted(files.length, 'file')}: ${files.map((file, index) => html`${index === 0 ? '' : ', '}${nameText(file)}`)}.</p>
</footer>
</body>
</html>
`;
  return page.toString();
}

function sectionPart({ id, title }: Section, { about, pictures }: { about: Html; pictures: Html }): Html {
  return html`<section id="${id}"><div class="about"><h2>${title}</h2>${about}</div>
<div class="pictures">${pictures}</div></section>
`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
