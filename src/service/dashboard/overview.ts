/** The overview: figures of a range of time, by endpoint and by marketplace. */
import { type Html, html } from '../html.ts';
import { LATENCY_PRECISION } from '../latency.ts';
import type { CountRow } from '../request-counts.ts';
import type { RequestRecord } from '../request-record.ts';
import { barOf, charts } from './chart.ts';
import type { Activity, KeyView, SiteFilter } from './data.ts';
import type { ExpectedEnd } from './expected-end.ts';
import { filterForm, input, keyField, select, siteFields } from './fields.ts';
import { type Figures, figuresOf } from './figures.ts';
import { day, duration, NOTHING, number, percent } from './format.ts';
import { link, signedInPage, table, type View } from './frame.ts';
import { RANGES } from './range.ts';
import { requestTable } from './records.ts';

/** Codes of a row that are listed. The others are counted together. */
const MOST_CODES = 4;

/** The contents of the overview. */
export interface Overview {
  activity: Activity;
  filter: SiteFilter;
  keys: readonly KeyView[];
  requests: readonly RequestRecord[];
}

/** Returns the page. */
export function overviewPage(view: View, { activity, filter, keys, requests }: Overview): Promise<string> {
  const { range, total, byEndpoint, byMarketplace, chart } = activity;
  const query = { ...range.chosen, key: filter.keyId, endpoint: filter.endpoint, marketplace: filter.marketplace };
  const names = new Map(keys.map(({ key }) => [key.id, key.name]));
  const row = (name: 'endpoint' | 'marketplace') => (site: CountRow) => {
    const value = site[name] ?? '';
    return value === '' ? 'unknown' : html`<a href="${link(view.root, '', { ...query, [name]: value })}">${value}</a>`;
  };
  return signedInPage(
    view,
    'Overview',
    html`<section>
        <h1>Overview</h1>
        ${filterForm(
          `${view.root}/dashboard`,
          html`${rangeFields(activity)}${keyField(
            keys.map(({ key }) => key),
            filter.keyId,
          )}${siteFields(filter)}`,
        )}
      </section>
      <section>
        <h2>${range.name}, UTC</h2>
        ${tiles(view, figuresOf(total), selectedKeys(keys, filter.keyId))}
      </section>
      <section>
        <h2>Endpoints and marketplaces</h2>
        ${byEndpoint.length === 0 ? html`<p class="soft">No requests: ${range.name}.</p>` : ''}
        ${byEndpoint.length === 0 ? '' : figureTable('By endpoint', 'Endpoint', row('endpoint'), byEndpoint)}
        ${byMarketplace.length === 0 ? '' : figureTable('By marketplace', 'Marketplace', row('marketplace'), byMarketplace)}
        <p class="soft">Blocks are a share of attempts, gaps a share of responses, and errors a share of requests without rejected ones. p50 and p95 are those of calls that reached the marketplace, within ${percent(LATENCY_PRECISION)}.</p>
      </section>
      <section>
        <h2>Requests per ${barOf(range)}, UTC</h2>
        ${charts(chart, range)}
      </section>
      <section>
        <div class="row"><h2>Latest requests</h2> <a href="${link(view.root, '/requests', { key: filter.keyId, endpoint: filter.endpoint, marketplace: filter.marketplace })}">All requests</a></div>
        ${requestTable(view.root, 'Latest requests', requests, names)}
      </section>`,
  );
}

/** Returns when credits end, in words. */
export function endText(end: ExpectedEnd): Html | string {
  switch (end.kind) {
    case 'used_up':
      return day(end.at);
    case 'expired':
      return html`${day(end.at)} <small>packs expire</small>`;
    case 'none':
      return 'no credits';
    case 'not_in_sight':
      return 'not within 3 years';
    case 'unlimited':
      return 'unlimited';
  }
}

function rangeFields({ range: { chosen } }: Activity): Html {
  const options = Object.entries(RANGES).map(([value, { name }]) => [value, name] as const);
  return html`${select('range', 'Time', options, chosen.range)}${input('from', 'or from', chosen.from, 'date')}${input('to', 'to', chosen.to, 'date')}`;
}

/** The keys that the credits of the tiles are of. A revoked key cannot use its own. */
function selectedKeys(keys: readonly KeyView[], keyId: string | undefined): readonly KeyView[] {
  return keys.filter(({ key }) => (keyId === undefined ? key.revokedAt === null : key.id === keyId));
}

function tiles(view: View, figures: Figures, keys: readonly KeyView[]): Html {
  const { requests, success, p50, p95, blocks, gaps, credits } = figures;
  const entries: [string, Html | string][] = [
    ['Requests', number(requests)],
    ['Successful', percent(success)],
    ['p50', duration(p50)],
    ['p95', duration(p95)],
    ['Blocks', percent(blocks)],
    ['Gaps', percent(gaps)],
    ['Credits charged', number(credits)],
    ['Credits left', creditsText(keys)],
    ['Credits end', firstEnd(view, keys)],
  ];
  return html`<dl class="tiles">${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function creditsText(keys: readonly KeyView[]): string {
  if (keys.some(({ end }) => end.kind === 'unlimited')) return 'unlimited';
  return number(keys.reduce((sum, { remaining }) => sum + remaining, 0));
}

/** Returns the end of the key whose credits end first. */
function firstEnd({ root }: View, keys: readonly KeyView[]): Html | string {
  const ending = keys.flatMap((key) => ('at' in key.end ? { key, at: key.end.at } : []));
  const [first] = ending.sort((a, b) => a.at - b.at);
  const [only] = keys;
  if (first === undefined) return only === undefined ? NOTHING : endText(only.end);
  if (keys.length === 1) return endText(first.key.end);
  return html`${endText(first.key.end)} <small>first: <a href="${root}/dashboard/keys/${first.key.key.id}">${first.key.key.name}</a></small>`;
}

function figureTable(
  caption: string,
  name: string,
  cell: (row: CountRow) => Html | string,
  rows: readonly CountRow[],
): Html {
  const figures = rows.map((row) => ({ row, ...figuresOf(row.counters) }));
  const figure = (title: string, text: (row: Figures) => string) => ({ name: title, isNumber: true, cell: text });
  return table(
    caption,
    [
      { name, cell: ({ row }) => cell(row) },
      figure('Requests', ({ requests }) => number(requests)),
      figure('Found', ({ found }) => percent(found)),
      figure('Errors', ({ success }) => percent(success === undefined ? undefined : 1 - success)),
      figure('Blocks', ({ blocks }) => percent(blocks)),
      figure('Gaps', ({ gaps }) => percent(gaps)),
      figure('p50', ({ p50 }) => duration(p50)),
      figure('p95', ({ p95 }) => duration(p95)),
      figure('Credits', ({ credits }) => number(credits)),
      { name: 'Codes', cell: ({ codes }) => codesText(codes) },
    ],
    figures,
  );
}

function codesText(codes: readonly [string, number][]): string {
  const listed = codes.slice(0, MOST_CODES).map(([code, count]) => `${code} ${number(count)}`);
  const others = codes.slice(MOST_CODES).reduce((sum, [, count]) => sum + count, 0);
  return [...listed, ...(others > 0 ? [`others ${number(others)}`] : [])].join(', ');
}
