import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { MARKETPLACES } from '../../src/contract/codes.ts';
import { ENDPOINT_NAMES } from '../../src/contract/endpoints.ts';
import { createKey, memoryStore, sqliteStore } from '../../src/entries/service.ts';
import { Database } from '../../src/sqlite/database.ts';
import { setUpDashboard } from './dashboard-setup.ts';
import { NOW, REJECTED, recordOf } from './records.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
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

describe('the overview', () => {
  it('shows the calls and credits of each of the last 48 hours', async () => {
    const { store, id, open } = await setUp();
    for (const outcome of ['found', 'found', 'not_found'] as const)
      await store.record(recordOf(id, { outcome, consumed: 1 }));
    await store.record(recordOf(id, { ...REJECTED, at: NOW - 47 * HOUR }));
    await store.record(recordOf('other', { consumed: 1, at: NOW - HOUR }));
    await store.record(recordOf(id, { consumed: 1, at: NOW - 48 * HOUR }));
    const { text } = await open('');
    expect(text).toContain('5 calls, 4 credits in the last 48 hours');
    const titles = [...text.matchAll(/<title>([^<]*)<\/title><\/rect>/g)].map(([, title]) => title);
    expect(titles).toEqual([
      '2026-11-18 13:00: 1 rejected',
      '2026-11-20 11:00: 1 found',
      '2026-11-20 12:00: 2 found',
      '2026-11-20 12:00: 1 not found',
    ]);
    expect((await open(`/keys/${id}`)).text).toContain('4 calls, 3 credits in the last 48 hours');
  });

  it('has all of an empty store', async () => {
    const { open } = await setUp();
    const { text, status } = await open('');
    expect(status).toBe(200);
    expect(text).toContain('0 calls, 0 credits');
    expect((await open('/requests')).text).toContain('No requests.');
  });

  it('shows the credits of keys, also unlimited ones', async () => {
    const { store, id, open } = await setUp();
    const { id: none } = await createKey(store, 'none', NOW + 1);
    expect(rowsOf((await open('/keys')).text, 'Keys, oldest first')).toEqual([
      ['first', id, '2026-11-20', '100', 'valid'],
      ['none', none, '2026-11-20', '0', 'valid'],
    ]);
    vi.spyOn(store.ledger, 'remaining').mockResolvedValue(Number.MAX_SAFE_INTEGER);
    expect((await open(`/keys/${none}`)).text).toContain('unlimited credits left');
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

  it('filters by key and request id, and keeps the key on the next page', async () => {
    const { store, id, open } = await setUp();
    for (let index = 0; index < 60; index++) await store.record(recordOf(id));
    await store.record(recordOf('other', { requestId: 'the-other' }));
    const ids = async (query: string) => rowsOf((await open(`/requests${query}`)).text, 'Requests').length;
    expect(await ids('?key=other')).toBe(1);
    expect(await ids('?id=the-other')).toBe(1);
    expect(await ids('?key=&id=')).toBe(50);
    const { text } = await open(`/requests?key=${id}`);
    const older = /href="([^"]*)">Older/.exec(text)?.[1]?.replaceAll('&amp;', '&').replace('/dashboard', '') ?? '';
    expect(rowsOf((await open(older)).text, 'Requests')).toHaveLength(10);
    expect(text).toContain(`name="key" value="${id}"`);
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
      ...['1,234 ms', '40 ms of it', '3', '1 refused attempt', '1', 'https://www.amazon.com/dp/B0LANTERN1', 'no', id],
    ]);
    expect(figureIn(text, 'Failed attempts')).toBe(
      'CAPTCHA, the next one after 500 msUNAVAILABLE, the next one after 900 ms',
    );
    expect(figureIn(text, 'Gaps')).toBe('#price (partial): the price has no currency');
    expect(rowsOf(text, 'Requests with the same id')).toMatchObject([
      [expect.any(String), id, 'product us', '200 found repeated', '1 ms', 'a b/c'],
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
    const query = new URLSearchParams(['key', 'endpoint', 'id', 'page'].map((name) => [name, value]));
    const paths = [
      '',
      `?${query}`,
      '/requests',
      `/requests?${query}`,
      `/requests/${encodeURIComponent(value.toWellFormed())}`,
      '/keys',
      `/keys/${named}`,
      `/keys?${query}`,
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
        for (let index = 0; index < (marketplace === 'us' ? 12 : 3); index++) {
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
    for (const path of ['', '/requests', `/requests/${last?.requestId}`, '/keys', `/keys/${ids[0]}`]) {
      const { text } = await open(path);
      expect(Buffer.byteLength(text), path).toBeLessThan(MOST_BYTES);
    }
  });

  it('with more keys than a list is good for', async () => {
    const { store, open } = await setUp();
    for (let index = 0; index < 120; index++) await createKey(store, `key ${index}`, NOW + 1 + index);
    expect(rowsOf((await open('/keys')).text, 'Keys')).toHaveLength(50);
    expect(rowsOf((await open('/keys?page=3')).text, 'Keys')).toHaveLength(21);
    expect((await open('/keys?page=9')).text).toContain('No keys here.');
    const later = /href="\/dashboard([^"]*)">Later keys/.exec((await open('/keys')).text)?.[1] ?? '';
    expect(later).toBe('/keys?page=2');
    expect((await open(later)).text).toContain('>key 49<');
  });
});

describe('the reads of a page', () => {
  it('are as many for 1,000 requests as for ten', async () => {
    const store = sqliteStore(join(folder, 'reads.db'), { now: () => NOW });
    const { id, open, signIn, send } = await setUp(store);
    const { cookie } = await signIn();
    const paths = ['', '/requests?id=r5', '/requests/r5', '/keys', `/keys/${id}`];
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
