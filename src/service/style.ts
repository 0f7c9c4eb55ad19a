import { BASE_STYLE } from '../display/style.ts';

/** The style sheet of the service's HTML pages: light and dark, for phones and larger screens. */
export const STYLE = `${BASE_STYLE}a { color: var(--link); }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; padding: .75rem 1.25rem; background: var(--panel); border-bottom: 1px solid var(--line); }
header strong { font-size: 1.05rem; }
header nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; flex: 1; }
main { max-width: 68rem; margin: 0 auto; padding: 1.25rem; display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 1fr); }
section { background: var(--panel); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.25rem; }
h1 { font-size: 1.35rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 0 0 .75rem; }
h2::first-letter { text-transform: uppercase; }
h2 + table caption, .row + table caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
h3 { font-size: .9rem; margin: 0 0 .25rem; }
p { margin: .25rem 0 .75rem; }
.soft, small { color: var(--soft); font-size: .85rem; }
.scroll + .scroll { margin-top: 1.25rem; }
caption { text-align: left; color: var(--soft); font-size: .85rem; padding-bottom: .25rem; }
tbody th { color: inherit; font-weight: inherit; }
tr:last-child th { border-bottom: 0; }
thead tr:last-child th { border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th { text-align: left; color: var(--soft); font-weight: 600; }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; vertical-align: top; }
tr:last-child td { border-bottom: 0; }
td.wrap { white-space: normal; min-width: 14rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
code, pre, .mono { font-family: ui-monospace, monospace; font-size: .85em; }
code { background: var(--code); border-radius: .25rem; padding: .1em .3em; overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: .4rem; padding: .75rem; margin: .5rem 0 0; overflow: auto; max-height: 32rem; white-space: pre; }
.notice { background: var(--code); }
.secret { display: block; padding: .6rem; font-size: 1rem; user-select: all; }
form { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; }
form + form { margin-top: .75rem; }
.scroll + form, .soft + form { margin-top: 1rem; }
label { display: grid; gap: .2rem; font-size: .85rem; color: var(--soft); min-width: 0; }
input, select, button { font: inherit; color: var(--ink); background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; padding: .45rem .6rem; max-width: 100%; }
label.wide { flex: 1 1 16rem; }
label.wide input { width: 100%; }
button { background: var(--link); border-color: var(--link); color: var(--on); font-weight: 600; cursor: pointer; }
button.quiet { background: transparent; color: var(--link); }
button.danger { background: transparent; border-color: var(--red); color: var(--red); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; }
.actions form { margin: 0; }
.skip { position: absolute; left: -99rem; } .skip:focus { left: .5rem; top: .5rem; background: var(--panel); padding: .5rem; }
nav a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
dl { margin: 0; } dd { margin: 0; }
.facts { display: grid; grid-template-columns: fit-content(12rem) minmax(0, 1fr); gap: .3rem 1.25rem; margin: .5rem 0 1rem; font-size: .9rem; }
.facts dt { color: var(--soft); } .facts dd { overflow-wrap: anywhere; }
.long { overflow-wrap: anywhere; white-space: normal; display: inline-block; } td .long { min-width: 12rem; }
.row { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: baseline; justify-content: space-between; }
.stack td:nth-child(4) { white-space: normal; }
.state { display: inline-flex; align-items: center; gap: .35rem; } .state svg { width: .6rem; height: .6rem; }
.method { display: inline-block; font-weight: 700; font-size: .8rem; border: 1px solid var(--link); color: var(--link); border-radius: .3rem; padding: 0 .4rem; }
@media (max-width: 42rem) {
  main { padding: .75rem; }
  section { padding: .9rem 1rem; }
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; } .facts dd { margin-bottom: .5rem; }
  .stack thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stack, .stack tbody, .stack caption { display: block; }
  .stack tr { display: flex; flex-wrap: wrap; gap: .1rem .75rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .stack tr:last-child { border-bottom: 0; }
  .stack td { border: 0; padding: 0; white-space: normal; overflow-wrap: anywhere; min-width: 0; }
  .stack .mono { flex-basis: 100%; color: var(--soft); }
}
.narrow { max-width: 26rem; margin: 12vh auto 0; }
`;
