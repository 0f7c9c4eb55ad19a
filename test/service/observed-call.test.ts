import { channel } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { BlockedError, type Marketplace, UnavailableError } from '../../src/entries/index.ts';
import { createLocalMarketplace, type PageRequest, savedPages } from '../../src/entries/local.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { RECORD_LIMITS, type RequestRecord } from '../../src/service/request-record.ts';
import { marketplaceOf, setUpService } from './setup.ts';

const saved = savedPages(FIXTURES_FOLDER);

/** Returns a marketplace whose pages fail before each attempt as `fail` says. */
function failingPages(fail: (request: PageRequest) => void, retries: number): Marketplace {
  const pages = async (request: PageRequest) => {
    fail(request);
    return saved(request);
  };
  return createLocalMarketplace({ pages, retries, retryQuota: false });
}

function blockFirst(times: number) {
  return ({ attempt }: PageRequest) => {
    if (attempt <= times) throw new BlockedError('robot check', { retryAfterMs: 1 });
  };
}

async function latest(store: {
  recentRequests: (filter: { limit: number }) => Promise<{ requests: RequestRecord[] }>;
}) {
  return (await store.recentRequests({ limit: 9 })).requests;
}

describe('the log record of a call', () => {
  it('needs no copy of each page: nobody listens to the events that have one', async () => {
    const { get } = await setUpService();
    await get('/v1/product?asin=B0LANTERN1');
    for (const type of ['blocked', 'gaps']) expect(channel(`buybox:${type}`).hasSubscribers).toBe(false);
    expect(channel('buybox:events').hasSubscribers).toBe(true);
  });

  it('has attempts, retries and blocks of the call, and the URL of its page', async () => {
    const { get, store } = await setUpService({ marketplace: failingPages(blockFirst(2), 3) });
    const { body } = await get('/v1/product?asin=B0LANTERN1');
    const [record] = await latest(store);
    expect(record).toMatchObject({
      requestId: body.meta.request_id,
      outcome: 'found',
      attempts: 3,
      blocks: 2,
      retries: [
        { code: 'BLOCKED', delayMs: 1 },
        { code: 'BLOCKED', delayMs: 1 },
      ],
      pageUrl: body.meta.source.url,
      message: null,
      replayed: false,
    });
    expect(record?.upstreamRequestId).not.toBe(record?.requestId);
  });

  it('has the last URL, the message and all blocks of a call that failed', async () => {
    const { get, store } = await setUpService({ marketplace: failingPages(blockFirst(9), 1) });
    const failed = await get('/v1/product?asin=B0LANTERN1');
    expect(failed.status).toBe(503);
    expect(await latest(store)).toMatchObject([
      {
        outcome: 'failed',
        code: 'BLOCKED',
        message: failed.body.error.message,
        attempts: 2,
        blocks: 2,
        retries: [{ code: 'BLOCKED' }],
        pageUrl: expect.stringContaining('/dp/B0LANTERN1'),
        upstreamRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        gaps: [],
      },
    ]);
  });

  it('counts failures that are not refusals as retries only', async () => {
    const fail = ({ attempt }: PageRequest) => {
      if (attempt === 1) throw new UnavailableError('down', { retryAfterMs: 1 });
    };
    const { get, store } = await setUpService({ marketplace: failingPages(fail, 1) });
    await get('/v1/product?asin=B0LANTERN1');
    expect(await latest(store)).toMatchObject([{ attempts: 2, blocks: 0, retries: [{ code: 'UNAVAILABLE' }] }]);
  });

  it('does not mix calls that run at once', async () => {
    const fail = (request: PageRequest) => {
      if (request.url.includes('B0LANTERN1')) blockFirst(2)(request);
    };
    const { get, store } = await setUpService({ marketplace: failingPages(fail, 3) });
    const asins = ['B0LANTERN1', 'B0HAMMOCK1', 'B0LANTERN1', 'B0NOTFOUND', 'B0HAMMOCK1'];
    await Promise.all(asins.map((asin) => get(`/v1/product?asin=${asin}`)));
    for (const { pageUrl, attempts, blocks } of await latest(store)) {
      expect([attempts, blocks]).toEqual(pageUrl?.includes('B0LANTERN1') ? [3, 2] : [1, 0]);
    }
  });

  it('has the gaps of the page', async () => {
    const { get, store } = await setUpService();
    const { body } = await get('/v1/product?asin=B0LANTERN1&marketplace=de');
    const [record] = await latest(store);
    expect(record?.gaps).toEqual(body.meta.gaps ?? []);
  });

  it('has one attempt if the marketplace has no events, and its error', async () => {
    const marketplace = marketplaceOf(async () => {
      throw new BlockedError('refused');
    });
    const { get, store } = await setUpService({ marketplace });
    await get('/v1/product?asin=B0LANTERN1');
    expect(await latest(store)).toMatchObject([
      { attempts: 1, blocks: 1, retries: [], pageUrl: null, upstreamRequestId: null },
    ]);
  });

  it('has no attempt if the request did not reach the marketplace', async () => {
    const { get, store } = await setUpService();
    await get('/v1/product?asin=x');
    const headers = { 'idempotency-key': 'a' };
    await get('/v1/product?asin=B0LANTERN1', headers);
    await get('/v1/product?asin=B0LANTERN1', headers);
    expect(await latest(store)).toMatchObject([
      { outcome: 'found', replayed: true, attempts: 0, pageUrl: null },
      { outcome: 'found', replayed: false, attempts: 1 },
      { outcome: 'rejected', attempts: 0, message: expect.stringContaining('asin') },
    ]);
  });

  it('has texts and lists within their limits, whatever a marketplace returns', async () => {
    const long = `\u0007\ud800\n${'x'.repeat(10_000)}`;
    const marketplace = marketplaceOf(async (...given) => {
      const envelope = await failingPages(() => undefined, 0).product(...given);
      const gap = { landmark: long, kind: 'missing' as const, detail: long };
      const source = {
        url: `https://www.amazon.com/${long}`,
        status: 200,
        attempts: 1,
        fetched_at: new Date().toISOString(),
      };
      return { ...envelope, meta: { ...envelope.meta, gaps: Array.from({ length: 50 }, () => gap), source } };
    });
    const { get, store } = await setUpService({ marketplace });
    await get('/v1/product?asin=B0LANTERN1');
    const [record] = await latest(store);
    expect(record?.gaps).toHaveLength(RECORD_LIMITS.gaps);
    expect(record?.pageUrl?.length).toBeLessThanOrEqual(RECORD_LIMITS.url);
    expect(JSON.stringify(record)).not.toMatch(/\\u0007|\\ud800|\\n/);
    expect(JSON.stringify(record).length).toBeLessThan(20_000);
  });
});
