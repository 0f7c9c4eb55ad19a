/** The style sheet of the page, after the common one: light and dark, side by side or one above the other. */
export const STYLE = `
:root { --desk: #e9e6df; --hover: #f4f1ea; --read: #0b6e61; --shown: #b43a0b; --shown-ground: #fff1e3; }
@media screen and (prefers-color-scheme: dark) {
  :root { --desk: #0e1013; --hover: #23282f; --read: #5cc9b7; --shown: #ff9d6b; --shown-ground: #3a2517; }
  iframe { filter: brightness(.9); }
}
[hidden] { display: none !important; }
tbody:not(:has(tr[data-path]:not([hidden]))), .list:not(:has(tr[data-path]:not([hidden]))) table, .missing:not(:has(li[data-path]:not([hidden]))), .list:has([data-path]:not([hidden])) .nothing { display: none; }
html, body { height: 100%; margin: 0; }
body { display: grid; grid-template: auto minmax(0, 1fr) / minmax(0, 1fr) clamp(23rem, 34vw, 34rem); background: var(--page); color: var(--ink); font: 14px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
header { grid-column: 1 / -1; display: flex; flex-wrap: wrap; align-items: baseline; gap: .15rem 1rem; padding: .7rem 1.25rem; border-bottom: 1px solid var(--line); }
h1 { font: 600 1.25rem/1.25 var(--serif); margin: 0; }
header p { margin: 0; color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
.page { position: relative; overflow: auto; background: var(--desk); scroll-behavior: smooth; }
.stage { position: relative; overflow: hidden; }
iframe { display: block; border: 0; width: 100%; height: 100%; background: #fff; transform-origin: 0 0; pointer-events: none; }
.label { position: absolute; z-index: 1; max-width: 24rem; padding: .15rem .5rem; border-radius: 4px; background: #9a3412; color: #fff; font: 600 12px/1.4 var(--mono); pointer-events: none; overflow-wrap: anywhere; }
.cut { margin: 0; padding: .5rem 1rem; background: var(--shown-ground); }
.panel { display: flex; flex-direction: column; min-height: 0; background: var(--panel); border-left: 1px solid var(--line); }
.tools { padding: .75rem 1rem .6rem; border-bottom: 1px solid var(--line); }
#search { width: 100%; padding: .4rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--page); color: inherit; font: inherit; }
#count { margin: .4rem 0 0; color: var(--soft); font-size: .8rem; }
.list { flex: 1; min-height: 0; overflow: auto; scroll-padding: 4rem 0 2rem; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; font-weight: 400; padding: .4rem .5rem; overflow-wrap: anywhere; }
th:first-child { width: 38%; padding-left: 1rem; } td { padding-right: 1rem; }
thead th { position: sticky; top: 0; z-index: 1; background: var(--panel); color: var(--soft); font-size: .8rem; border-bottom: 1px solid var(--line); }
tbody tr { border-bottom: 1px solid var(--line); }
tr[data-number] { cursor: pointer; }
tr[data-number]:hover { background: var(--hover); }
tr.shown, tr.shown:hover { background: var(--shown-ground); box-shadow: inset 3px 0 var(--shown); }
tr.pinned button { color: var(--shown); }
.group th { background: var(--page); color: var(--ink); font: 600 .85rem var(--mono); padding-top: .7rem; }
.group span { color: var(--soft); font: 400 .85rem system-ui, sans-serif; }
tr button { padding: 0; border: 0; background: none; color: inherit; font: 600 .86rem/1.5 var(--mono); text-align: left; cursor: pointer; overflow-wrap: anywhere; }
.value { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
.value.number, .value.boolean, .value.object { font-family: var(--mono); font-size: .9em; }
.place { color: var(--soft); font-size: .8rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.read { display: none; color: var(--soft); font-size: .8rem; }
tr.pinned .value, tr.pinned .read { display: block; } tr.pinned .place { white-space: normal; }
.missing .read { display: block; }
code { font: .95em var(--mono); overflow-wrap: anywhere; }
.source::before { content: ''; display: inline-block; width: .55em; height: .55em; margin-right: .35em; border: 2px solid var(--soft); border-radius: 2px; opacity: .6; }
[data-visible] .source::before { border-color: var(--read); opacity: 1; }
.missing { padding: 1rem 1rem 1.5rem; }
h2 { margin: 0 0 .15rem; font: 600 1.05rem var(--serif); }
.missing p, .nothing { margin: 0 0 .5rem; color: var(--soft); font-size: .85rem; } .nothing { padding: 1.5rem 1rem; }
.missing ul { list-style: none; margin: 0; padding: 0; }
.missing > ul > li { border-top: 1px solid var(--line); }
summary { padding: .35rem 0; cursor: pointer; } summary b { font: 600 .86rem var(--mono); overflow-wrap: anywhere; } summary span { color: var(--soft); font-size: .8rem; }
details ul li { padding: .15rem 0 .15rem 1rem; font-size: .85rem; } details ul { padding-bottom: .5rem; }
@media (prefers-reduced-motion: reduce) { .page { scroll-behavior: auto; } }
@media (max-width: 52rem) {
  body { grid-template: auto minmax(0, 1fr) minmax(0, 1.1fr) / minmax(0, 1fr); }
  header { padding: .5rem 1rem; } header p:last-child { display: none; }
  .panel { border-left: 0; border-top: 2px solid var(--line); }
}
@media print { body { display: block; } .page { display: none; } .list { overflow: visible; } }
`;
