/** A colour of charts, and the class of the style sheet that has it. */
export type Color = 'blue' | 'teal' | 'slate' | 'ochre' | 'red' | 'grey';

/** The colours of the parts of a bar by their names. */
export type Colors<Part extends string = string> = Readonly<Record<Part, Color>>;

/** The colours, fonts and charts of all pages: light and dark. */
export const BASE_STYLE = `
:root {
  color-scheme: light dark;
  --page: #fdfcfa; --panel: #fff; --code: #f1efe9; --ink: #1c2127; --soft: #59616c; --line: #e4e1da; --grid: #eceae4; --axis: #9aa0a8; --link: #1f5a92;
  --blue: #1d5080; --teal: #12806f; --slate: #3d434b; --ochre: #94640f; --red: #bb3d1f; --grey: #757b85; --on: #fff;
  --serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #15181c; --panel: #1b1f24; --code: #24282f; --ink: #e4e7ea; --soft: #a0a8b3; --line: #2e333a; --grid: #262a30; --axis: #6c747e; --link: #8bbbea;
    --blue: #5b9bd8; --teal: #44b9a6; --slate: #e3e7eb; --ochre: #e0b055; --red: #f2876b; --grey: #8b939e; --on: #15181c;
  }
}
* { box-sizing: border-box; }
code { font-family: var(--mono); font-size: .9em; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
svg { display: block; overflow: visible; }
.plot { width: calc(100% - 2.75rem); margin-left: 2.5rem; }
.plot text { fill: var(--soft); font-size: 11.5px; }
.grid { stroke: var(--grid); } .axis { stroke: var(--axis); }
.bar { stroke: var(--page); stroke-width: 1px; }
.blue { fill: var(--blue); } .teal { fill: var(--teal); } .slate { fill: var(--slate); } .ochre { fill: var(--ochre); }
.red { fill: var(--red); } .grey { fill: var(--grey); }
.scroll { overflow-x: auto; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; margin: 0 0 .6rem; padding: 0; list-style: none; font-size: .85rem; color: var(--soft); }
.legend li { display: flex; align-items: center; gap: .4rem; }
.step { stroke: var(--ink); stroke-width: 2px; } .line { fill: var(--ink); } .curve { stroke: var(--blue); }
`;

/** The style sheet of reports, after the common one: also for print, from the width of a phone. */
export const REPORT_STYLE = `
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
body { margin: 0 auto; max-width: 76rem; padding: 2.5rem 2rem 3rem; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
h1, h2 { font-family: var(--serif); font-weight: 600; line-height: 1.2; margin: 0; text-wrap: balance; }
h1 { font-size: 2.1rem; letter-spacing: -.01em; overflow-wrap: anywhere; }
h2 { font-size: 1.35rem; }
h3 { font-size: 1rem; margin: 0; padding-bottom: .35rem; border-bottom: 1px solid var(--line); }
p { margin: .5rem 0; }
a { color: var(--link); }
small, .facts, .about p, .note, header > p, footer, figcaption, summary { color: var(--soft); }
small { font-size: .85em; font-weight: 400; }
b { font-weight: 600; color: var(--ink); }

.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 1.25rem 2rem; margin: 2rem 0 1.5rem; padding: 1.25rem 0; border: solid var(--line); border-width: 1px 0; }
.figures dt { font-size: .85rem; color: var(--soft); }
.figures dd { margin: 0; font-size: 1.6rem; font-family: var(--serif); line-height: 1.3; white-space: nowrap; }
.figures small { display: block; white-space: normal; font-family: system-ui, sans-serif; font-size: .85rem; line-height: 1.4; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; font-size: .9rem; }
nav a { text-decoration: none; padding: .15rem 0; }
nav a:hover { text-decoration: underline; }

section { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 1rem 3rem; padding: 2.5rem 0; border-bottom: 1px solid var(--line); }
.about { font-size: .9rem; }
.charts { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.75rem; align-content: start; }
.group { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem; }
.group h3 { margin: 0 0 -.5rem; }
.side-by-side { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1.75rem 3rem; align-items: start; }
figure { margin: 0; min-width: 0; }
figcaption { font-size: .9rem; margin-bottom: .5rem; }
figcaption .facts { font-size: .85rem; display: block; }
.note { font-size: .85rem; margin: .35rem 0 0; padding-left: .75rem; border-left: 2px solid var(--ochre); }

table { border-collapse: collapse; font-size: .9rem; }
th, td { text-align: left; font-weight: 400; padding: .3rem 0; vertical-align: middle; }
.bars { width: 100%; table-layout: fixed; }
.bars th { width: 32%; padding-right: 1rem; line-height: 1.3; }
.bars .track svg { width: 100%; }
.bars .share { width: 3.4rem; text-align: right; font-weight: 600; }
.bars .count { width: 4.2rem; text-align: right; color: var(--soft); font-size: .85rem; }
.side-by-side .bars th { width: 46%; }
.group .bars th { width: 34%; }
.data { width: 100%; font-size: .85rem; }
.data thead th { color: var(--soft); vertical-align: bottom; border-bottom: 1px solid var(--line); }
.data th + th, .data td { text-align: right; padding-left: 1rem; white-space: nowrap; }
.data .text { white-space: normal; min-width: 9rem; overflow-wrap: anywhere; }
.data code { overflow-wrap: normal; }
.data tbody th { min-width: 5rem; }
.data tbody tr + tr > * { border-top: 1px solid var(--grid); }
details { margin-top: .5rem; font-size: .85rem; }
summary { cursor: pointer; width: fit-content; }
details[open] summary { margin-bottom: .5rem; }
.plain { color: var(--soft); font-size: .85rem; margin: 0; }
details[open] .scroll { max-height: 26rem; overflow-y: auto; }
footer { padding-top: 1.5rem; font-size: .85rem; }

@media (max-width: 60rem) {
  section { grid-template-columns: minmax(0, 1fr); gap: 1rem; padding: 2rem 0; }
  .about { max-width: 42rem; }
}
@media (max-width: 40rem) {
  body { padding: 1.25rem 1rem 2rem; }
  h1 { font-size: 1.6rem; }
  .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .9rem 1rem; }
  .figures dd { font-size: 1.25rem; white-space: normal; }
  .bars tr { display: grid; grid-template-columns: minmax(0, 1fr) auto auto; gap: 0 .75rem; padding: .3rem 0; }
  .bars th, .bars td, .side-by-side .bars th, .group .bars th { width: auto; padding: 0; }
  .bars .track { grid-row: 2; grid-column: 1 / -1; padding: .15rem 0; }
  .data th + th, .data td { padding-left: .6rem; }
}
@media print {
  @page { margin: 14mm; }
  body { max-width: none; padding: 0; font-size: 10pt; background: none; }
  nav, details { display: none; }
  section { grid-template-columns: minmax(0, 1fr); gap: .5rem; padding: 1rem 0; }
  figure, .figures, tr { break-inside: avoid; }
  h2, h3, figcaption, .about { break-after: avoid; }
}
`;
