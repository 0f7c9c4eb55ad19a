import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { MARKETPLACES } from '../../src/contract/codes.ts';
import { ENDPOINT_NAMES } from '../../src/contract/endpoints.ts';
import {
  buyPack,
  createKey,
  memoryStore,
  packOffer,
  type RequestRecord,
  sqliteStore,
} from '../../src/entries/service.ts';
import { LATENCY_PRECISION } from '../../src/service/latency.ts';
import { Database } from '../../src/sqlite/database.ts';
import { setUpDashboard } from './dashboard-setup.ts';
import { DAY, NOW, REJECTED, recordOf } from './records.ts';

const HOUR = 3_600_000;
/** The largest page: it loads at once also over a slow connection. */
const MOST_BYTES = 96 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'buybox-dashboard-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  vi.restoreAllMocks();
});

function setUp(store = memoryStore({ now: () => NOW })) {
  return setUpDashboard({ store, now: () => NOW });
}

/** Returns the texts of the rows of a table, by its caption. */
function rowsOf(html: string, caption: string): string[][] {
  const table = html.split('<table').find((part) => part.includes(`<caption>${caption}`)) ?? '';
  const [, body = ''] = table.split('<tbody');
  return [...body.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => textOf(cell)),
  );
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the value of a tile or of a fact. */
function figureIn(html: string, name: string): string {
  const at = html.indexOf(`<dt>${name}</dt><dd>`);
  expect(at, name).toBeGreaterThan(-1);
  return textOf(html.slice(at).split('<dd>')[1]?.split('</dd>')[0] ?? '');
}

/** Returns milliseconds of a text such as `1.4 s`. */
function msOf(text = ''): number {
  return Number.parseFloat(text.replace(',', '')) * (text.endsWith(' ms') ? 1 : 1000);
}

function exact(durations: readonly number[], share: number): number {
  const sorted = durations.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

/** Returns records of all kinds, the same in each run. */
function mixedRecords(keyId: string, count: number): RequestRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const timingMs = (index * 7919) % 9_000;
    const endpoint = ENDPOINT_NAMES[index % 2] ?? 'product';
    const marketplace = MARKETPLACES[(index * 3) % 4] ?? 'us';
    const site = { endpoint, marketplace, timingMs, at: NOW - (index % 5) * HOUR };
    if (index % 7 === 0) return recordOf(keyId, { ...site, ...REJECTED });
    if (index % 5 === 0) {
      const failure = { code: 'CAPTCHA', message: 'robot check', status: 503, outcome: 'failed' as const };
      return recordOf(keyId, { ...site, ...failure, attempts: 3, blocks: 3 });
    }
    const gaps = index % 4 === 0 ? [{ landmark: '#price', kind: 'missing' as const, detail: 'no price' }] : [];
    return recordOf(keyId, { ...site, consumed: 1, gaps, outcome: index % 3 === 0 ? 'not_found' : 'found' });
  });
}

describe('the overview', () => {
  it('shows the figures of each endpoint and marketplace, as they are computed from the records', async () => {
    const { store, id, open } = await setUp();
    const records = mixedRecords(id, 900);
    for (const record of records) await store.record(record);
    const { text } = await open('?range=24h');
    for (const [caption, name] of [
      ['By endpoint', 'endpoint'],
      ['By marketplace', 'marketplace'],
    ] as const) {
      const rows = rowsOf(text, caption);
      const groups = Map.groupBy(records, (record) => record[name]);
      expect(rows.map(([group]) => group).sort()).toEqual([...groups.keys()].sort());
      for (const [group = '', requests, found, errors, blocks, gaps, p50, p95, credits, codes] of rows) {
        const own = groups.get(group) ?? [];
        const ended = (...outcomes: string[]) => own.filter(({ outcome }) => outcomes.includes(outcome));
        const good = ended('found', 'not_found').length;
        const percent = (part: number, whole: number) =>
          `${((100 * part) / whole).toLocaleString('en', { maximumFractionDigits: 1 })}%`;
        const sum = (of: (record: RequestRecord) => number) => own.reduce((total, record) => total + of(record), 0);
        expect([requests, found, errors, blocks, gaps, credits]).toEqual([
          String(own.length),
          percent(ended('found').length, good),
          percent(ended('failed').length, good + ended('failed').length),
          percent(
            sum((record) => record.blocks),
            sum(({ attempts }) => attempts),
          ),
          percent(
            sum((record) => Number(record.gaps.length > 0)),
            good,
          ),
          String(good),
        ]);
        expect(codes?.split(', ').sort()).toEqual(
          [`CAPTCHA ${ended('failed').length}`, `INVALID_PARAMETER ${ended('rejected').length}`].sort(),
        );
        const durations = own.filter(({ attempts }) => attempts > 0).map(({ timingMs }) => timingMs);
        for (const [shown, share] of [
          [p50, 0.5],
          [p95, 0.95],
        ] as const) {
          const expected = exact(durations, share);
          // Two digits are shown.
          expect(Math.abs(msOf(shown) - expected) / expected).toBeLessThan(LATENCY_PRECISION + 0.05);
        }
      }
    }
    expect(figureIn(text, 'Requests')).toBe('900');
  });

  it('filters by key, endpoint, marketplace and time', async () => {
    const { store, id, open } = await setUp();
    await store.record(recordOf(id));
    await store.record(recordOf(id, { endpoint: 'search', marketplace: 'de', at: NOW - 3 * DAY }));
    await store.record(recordOf('other', { marketplace: 'de', at: NOW - 40 * DAY }));
    const requests = async (query: string) => figureIn((await open(query)).text, 'Requests');
    expect(await requests('')).toBe('2');
    expect(await requests('?range=24h')).toBe('1');
    expect(await requests('?range=90d')).toBe('3');
    expect(await requests('?range=90d&key=other')).toBe('1');
    expect(await requests(`?range=90d&key=${id}&endpoint=search`)).toBe('1');
    expect(await requests('?range=90d&marketplace=de')).toBe('2');
    expect(await requests('?from=2026-11-17&to=2026-11-17')).toBe('1');
    expect(await requests('?from=2026-10-01&to=2026-11-17')).toBe('2');
    expect(await requests('?from=2026-11-20')).toBe('1');
    expect(await requests('?to=2026-11-17')).toBe('1');
    expect(await requests('?from=2026-11-21')).toBe('1');
    expect(await requests('?range=never&from=x&to=99999-01-01&endpoint=nothing&marketplace=__proto__')).toBe('2');
  });

  it('has all of an empty store', async () => {
    const { open } = await setUp();
    const { text, status } = await open('');
    expect(status).toBe(200);
    expect(figureIn(text, 'Requests')).toBe('0');
    for (const name of ['Successful', 'p50', 'p95', 'Blocks', 'Gaps']) expect(figureIn(text, name)).toBe('–');
    expect(text).toContain('No requests: last 7 days.');
    expect((await open('/requests')).text).toContain('No requests.');
  });

  it('shows the credits that are left, and the key whose credits end first', async () => {
    const { store, id, open } = await setUp();
    const { id: busy } = await createKey(store, 'busy', NOW - 20 * DAY);
    await buyPack(store, busy, packOffer('10000'), NOW);
    await store.record(recordOf(busy, { consumed: 14_000, at: NOW - DAY }));
    const { text } = await open('');
    expect(figureIn(text, 'Credits left')).toBe('10,100');
    expect(figureIn(text, 'Credits end')).toBe('2026-11-25 first: busy');
    const ofKey = await open(`?key=${id}`);
    expect(figureIn(ofKey.text, 'Credits left')).toBe('100');
    expect(figureIn(ofKey.text, 'Credits end')).toBe('2026-12-20 packs expire');
    const keys = rowsOf((await open('/keys')).text, 'Keys, oldest first');
    expect(keys.sort()).toEqual([
      ['busy', busy, '10,000', '2,000', '2026-11-25', '2026-12-20', 'valid'],
      ['first', id, '100', '0', '2026-12-20 packs expire', '2026-12-20', 'valid'],
    ]);
  });

  it('says that credits are unlimited, or do not end in sight', async () => {
    const store = memoryStore({ now: () => NOW });
    const { open } = await setUp(store);
    const { id: endless } = await createKey(store, 'endless', NOW);
    await store.ledger.addPack(endless, { requests: 1e12, validDays: 1_000_000, connections: 1 });
    await store.record(recordOf(endless, { consumed: 1 }));
    expect(figureIn((await open(`/keys/${endless}`)).text, 'Credits end at this rate')).toBe('not within 3 years');
    const { id: none } = await createKey(store, 'none', NOW);
    expect(figureIn((await open(`?key=${none}`)).text, 'Credits end')).toBe('no credits');
    vi.spyOn(store.ledger, 'remaining').mockResolvedValue(Number.MAX_SAFE_INTEGER);
    const { text } = await open(`?key=${none}`);
    expect([figureIn(text, 'Credits left'), figureIn(text, 'Credits end')]).toEqual(['unlimited', 'unlimited']);
  });
});

describe('the log of requests', () => {
  it('has pages, from the newest to the oldest', async () => {
    const { store, id, open } = await setUp();
    for (let index = 0; index < 120; index++) await store.record(recordOf(id, { requestId: `r${index}` }));
    const seen: string[] = [];
    let next: string | undefined = '/requests';
    while (next !== undefined) {
      const { text }: { text: string } = await open(next);
      seen.push(...rowsOf(text, 'Requests, newest first').map((row) => row.at(-1) ?? ''));
      next = /href="\/dashboard(\/requests\?[^"]*)">Older/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => `r${119 - index}`));
    expect((await open('/requests?after=x')).status).toBe(400);
  });

  it('filters, and keeps the filter on the next page and in the form', async () => {
    const { store, id, open } = await setUp();
    for (let index = 0; index < 60; index++) {
      await store.record(recordOf(id, { ...REJECTED, code: 'CODE', marketplace: 'de', at: NOW - index * 60_000 }));
    }
    await store.record(recordOf('other', { requestId: 'the-other' }));
    const ids = async (query: string) => rowsOf((await open(`/requests${query}`)).text, 'Requests').length;
    expect(await ids('?key=other')).toBe(1);
    expect(await ids('?id=the-other')).toBe(1);
    expect(await ids('?outcome=found')).toBe(1);
    expect(await ids('?from=2026-11-20T11:50&to=2026-11-20T11:59')).toBe(10);
    expect(await ids('?endpoint=product&marketplace=us')).toBe(1);
    expect(await ids('?outcome=nothing&from=yesterday')).toBe(50);
    const { text } = await open(`/requests?key=${id}&code=CODE&outcome=rejected&marketplace=de`);
    const older = /href="([^"]*)">Older/.exec(text)?.[1]?.replaceAll('&amp;', '&').replace('/dashboard', '') ?? '';
    expect(rowsOf((await open(older)).text, 'Requests')).toHaveLength(10);
    expect(text).toContain('<option value="rejected" selected>');
    expect(text).toContain('name="code" value="CODE"');
  });

  it('shows everything about a request', async () => {
    const { store, id, open } = await setUp();
    const call = recordOf(id, {
      requestId: 'a b/c',
      queuedMs: 40,
      timingMs: 1_234,
      attempts: 3,
      blocks: 1,
      consumed: 1,
      upstreamRequestId: 'upstream',
      retries: [
        { code: 'CAPTCHA', delayMs: 500 },
        { code: 'UNAVAILABLE', delayMs: 900 },
      ],
      gaps: [{ landmark: '#price', kind: 'partial', detail: 'the price has no currency' }],
    });
    await store.record(call);
    const repeated = {
      replayed: true,
      attempts: 0,
      blocks: 0,
      consumed: 0,
      queuedMs: 0,
      timingMs: 1,
      retries: [],
      gaps: [],
    };
    await store.record({ ...call, ...repeated, at: NOW + 1 });
    const { text, status } = await open('/requests/a%20b%2Fc');
    expect(status).toBe(200);
    const facts = ['Took', 'Waited for its turn', 'Attempts', 'Blocks', 'Credits', 'Page', 'Stored response', 'Key'];
    expect(facts.map((name) => figureIn(text, name))).toEqual([
      ...[
        '1,234 ms',
        '40 ms of it',
        '3',
        '1 refused attempt',
        '1',
        'https://www.amazon.com/dp/B0LANTERN1',
        'no',
        'first',
      ],
    ]);
    expect(rowsOf(text, 'Attempts that')).toEqual([
      ['1', 'CAPTCHA', '500 ms'],
      ['2', 'UNAVAILABLE', '900 ms'],
    ]);
    expect(rowsOf(text, 'What the page lacked')).toEqual([['#price', 'partial', 'the price has no currency']]);
    expect(rowsOf(text, 'Requests with the same id')).toMatchObject([
      [expect.any(String), 'first', 'product us', '200 found repeated', '1 ms', 'a b/c'],
    ]);
    expect((await open('/requests/unknown')).status).toBe(404);
  });

  it('links from a list to the page of each request', async () => {
    const { get, open } = await setUp();
    const { body } = await get('/v1/product?asin=B0CAPTCHA1');
    const path = /href="\/dashboard(\/requests\/[^"?]*)"/.exec((await open('/requests')).text)?.[1] ?? '';
    expect(path).toBe(`/requests/${body.meta.request_id}`);
    const { text } = await open(path);
    expect(figureIn(text, 'Message')).toBe(body.error.message.replaceAll('"', '&quot;').replaceAll("'", '&#39;'));
    expect(figureIn(text, 'Page')).toContain('B0CAPTCHA1');
  });
});

describe('a hostile value', () => {
  const HOSTILE = [
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `' onmouseover='alert(1)`,
    `</title></style><svg/onload=alert(1)>`,
    `javascript:alert(1)`,
    `JaVaScRiPt://%0aalert(1)`,
    `data:text/html,<script>alert(1)</script>`,
    `https://www.amazon.com/"onclick="alert(1)`,
    `&lt;b&gt;`,
    `\u202e\u0000\ud800`,
  ];

  it.each(HOSTILE)('%j is text on every page', async (value) => {
    const { store, id, open } = await setUp();
    const { id: named } = await createKey(store, value, NOW).catch(() => ({ id }));
    const record = recordOf(named, {
      requestId: value,
      code: value,
      message: value,
      status: 503,
      outcome: 'failed',
      marketplace: value,
      upstreamRequestId: value,
      pageUrl: value,
      retries: [{ code: value, delayMs: 1 }],
      gaps: [{ landmark: value, kind: 'missing', detail: value }],
    });
    await store.record(record);
    await store.record({ ...record, endpoint: value, keyId: value });
    const query = new URLSearchParams(
      ['key', 'endpoint', 'marketplace', 'outcome', 'code', 'id', 'from', 'to', 'range'].map((name) => [name, value]),
    );
    const paths = [
      '',
      `?${query}`,
      '/requests',
      `/requests?${query}`,
      `/requests/${encodeURIComponent(value.toWellFormed())}`,
      '/keys',
      `/keys/${named}`,
      '/try',
    ];
    for (const path of paths) {
      const { text, status } = await open(path);
      expect(status, path).toBeLessThan(500);
      // Attributes and elements of the dashboard's own only.
      expect(text).not.toMatch(/<script|<img|<svg\/|\son\w+\s*=\s*["'a](?![^<>]*&)|href="(?!https?:|\/|#|data:,)/i);
      const elements = new Set([...text.matchAll(/<([a-z]+)/gi)].map(([, name]) => name));
      for (const name of ['script', 'img', 'iframe', 'object', 'b', 'base']) expect(elements).not.toContain(name);
    }
  });

  it('does not end up in the log of a key whose name it has', async () => {
    const { store, open } = await setUp();
    const { id } = await createKey(store, '{{constructor}} <b>x</b>', NOW);
    expect((await open(`/keys/${id}`)).text).toContain('<title>{{constructor}} &lt;b&gt;x&lt;/b&gt; · buybox</title>');
  });
});

describe('pages stay small', () => {
  it('with every endpoint and marketplace, 100 keys with long names and a year of hours', {
    timeout: 60_000,
  }, async () => {
    const { store, open } = await setUp();
    const ids: string[] = [];
    for (let index = 0; index < 99; index++) ids.push((await createKey(store, `${index} ${'n'.repeat(95)}`, NOW)).id);
    for (const endpoint of ENDPOINT_NAMES) {
      for (const marketplace of MARKETPLACES) {
        for (let index = 0; index < 12; index++) {
          const codes = ['CAPTCHA', 'TIMEOUT', 'PARSER_ERROR', 'TRANSPORT_ERROR', 'WRONG_PAGE', 'BLOCKED'];
          const failure = { status: 503, outcome: 'failed' as const, code: codes[index % 6] ?? '' };
          const gap = { landmark: 'x'.repeat(80), kind: 'missing' as const, detail: 'y'.repeat(500) };
          const bounds = {
            pageUrl: `https://www.amazon.com/${'p'.repeat(1_900)}`,
            gaps: Array.from({ length: 20 }, () => gap),
          };
          const at = NOW - (index % 2 === 0 ? index * HOUR : index * 30 * DAY);
          const record = recordOf(ids[index] ?? '', {
            endpoint,
            marketplace,
            at,
            ...(index % 3 === 0 ? failure : {}),
            ...bounds,
          });
          await store.record(record);
        }
      }
    }
    const [last] = (await store.recentRequests({ limit: 1 })).requests;
    for (const path of [
      '',
      '?range=24h',
      '?range=365d',
      '/requests',
      `/requests/${last?.requestId}`,
      '/keys',
      `/keys/${ids[0]}`,
      '/try',
    ]) {
      const { text } = await open(path);
      expect(Buffer.byteLength(text), path).toBeLessThan(MOST_BYTES);
    }
  });

  it('with more keys than a list is good for', async () => {
    const { store, open, post, signIn } = await setUp();
    for (let index = 0; index < 120; index++) await createKey(store, `key ${index}`, NOW + index);
    expect(rowsOf((await open('/keys')).text, 'Keys')).toHaveLength(50);
    expect(rowsOf((await open('/keys?page=3')).text, 'Keys')).toHaveLength(21);
    expect((await open('/keys?page=9')).text).toContain('No keys here.');
    expect((await open('')).text).toContain('<label>Key id <input name="key"');
    const { text } = await open('/try');
    expect(text).toContain('name="key_id"');
    expect(text).not.toContain('key 7');
    expect(text).toContain('121 keys');
    const { cookie, form_token } = await signIn();
    const [{ id = '' } = {}] = await store.listKeys();
    const tried = await post('/try', { endpoint: 'product', asin: 'B0LANTERN1', key_id: id, form_token }, { cookie });
    expect(tried.text).toContain('<h2>Status ');
    expect(tried.text).toContain(`value="${id}"`);
  });
});

describe('the reads of a page', () => {
  it('are as many for 1,000 requests as for ten', async () => {
    const store = sqliteStore(join(folder, 'reads.db'), { now: () => NOW });
    const { id, open, signIn, send } = await setUp(store);
    const { cookie } = await signIn();
    const paths = ['', '?range=365d', '/requests?outcome=failed', '/requests/r5', '/keys', `/keys/${id}`];
    const reads = async () => {
      const counts = [];
      for (const path of paths) {
        const spies = [vi.spyOn(Database.prototype, 'all'), vi.spyOn(Database.prototype, 'get')];
        await send(`/dashboard${path}`, { headers: { cookie } });
        counts.push(spies.reduce((sum, { mock }) => sum + mock.calls.length, 0));
        vi.restoreAllMocks();
      }
      return counts;
    };
    const fill = async (from: number, to: number) => {
      for (let index = from; index < to; index++)
        await store.record(recordOf(id, { requestId: `r${index}`, at: NOW - index * 60_000 }));
    };
    await fill(0, 10);
    const few = await reads();
    await fill(10, 1_000);
    expect(await reads()).toEqual(few);
    expect(Math.max(...few)).toBeLessThanOrEqual(12);
    expect((await open('')).status).toBe(200);
    await store.close();
  });
});
