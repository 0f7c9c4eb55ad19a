/** The threads run the file of the test build, so that `npm test` needs no package. `test/package/workers.long.test.ts` starts those of the package. */
import { describe, expect, it } from 'vitest';
import {
  BlockedError,
  createMarketplace,
  type MarketplaceEvent,
  type MarketplaceOptions,
  withResponse,
} from '../../../src/entries/index.ts';
import { httpPages, type PageSource, savedPages } from '../../../src/entries/local.ts';
import { startFixtureMarketplace } from '../../../src/entries/testing.ts';
import { FIXTURES_FOLDER } from '../../../src/package-folder.ts';
import { rows } from '../../fixtures/fixture.ts';
import { CAPTCHA_PAGE, sourceOf } from '../pages.ts';

const ASINS = rows.flatMap(({ url }) => /^https:\/\/www\.amazon\.com\/dp\/(B0\w{8})$/.exec(url)?.[1] ?? []).slice(0, 2);
const now = () => Date.parse('2026-11-20T12:00:00Z');

/** The fixtures as a page source that records whether compressed bodies were allowed. */
function watched(): { pages: PageSource; isCompressed: boolean[] } {
  const saved = savedPages(FIXTURES_FOLDER);
  const isCompressed: boolean[] = [];
  const pages: PageSource = async (request) => {
    const response = await saved(request);
    isCompressed.push(request.compressed === true);
    return response;
  };
  return { pages, isCompressed };
}

async function dataOf(options: MarketplaceOptions): Promise<unknown[]> {
  await using marketplace = createMarketplace({ now, retries: 0, ...options });
  const calls = ASINS.map((asin) => marketplace.product({ asin }));
  return await Promise.all(calls.map(async (call) => (await call).data));
}

describe("parseIn: 'workers'", () => {
  it('returns the same data as reading in place', async () => {
    const { pages, isCompressed } = watched();
    expect(await dataOf({ pages, parseIn: 'workers' })).toEqual(await dataOf({ pages: savedPages(FIXTURES_FOLDER) }));
    expect(isCompressed).toEqual(ASINS.map(() => true));
  });

  it('reads compressed responses of a site', async () => {
    await using site = await startFixtureMarketplace();
    const pages = httpPages({ via: site.url });
    const options = { pages, pace: { minGapMs: 0, jitterMs: 0, concurrency: 4 } };
    expect(await dataOf({ ...options, parseIn: 'workers' })).toEqual(
      await dataOf({ pages: savedPages(FIXTURES_FOLDER) }),
    );
  });

  it('passes the HTML to events and withResponse', async () => {
    const events: MarketplaceEvent[] = [];
    await using marketplace = createMarketplace({
      pages: sourceOf(CAPTCHA_PAGE),
      parseIn: 'workers',
      retries: 0,
      onEvent: (event) => events.push(event),
    });
    const calls = await Promise.allSettled(ASINS.map((asin) => marketplace.product({ asin })));
    for (const call of calls) expect(call).toMatchObject({ reason: expect.any(BlockedError) });
    const blocks = events.filter(({ type }) => type === 'blocked');
    expect(blocks).toHaveLength(ASINS.length);
    for (const block of blocks) expect(block).toMatchObject({ page: CAPTCHA_PAGE });

    await using saved = createMarketplace({ pages: savedPages(FIXTURES_FOLDER), parseIn: 'workers', now });
    const responses = await Promise.all(ASINS.map((asin) => withResponse(saved, 'product', { asin })));
    for (const { body } of responses) expect(body).toContain('</html>');
  });

  it('reads a single page in a thread too', async () => {
    const started: unknown[] = [];
    const listener = (worker: unknown) => started.push(worker);
    process.on('worker', listener);
    await using marketplace = createMarketplace({ pages: savedPages(FIXTURES_FOLDER), parseIn: 'workers', now });
    await marketplace.product({ asin: 'B0LANTERN1' });
    process.off('worker', listener);
    expect(started).toHaveLength(1);
  });

  it('rejects another value', () => {
    expect(() => createMarketplace({ parseIn: 'nowhere' as 'process' })).toThrow('parseIn: "nowhere"');
  });
});

describe('parseTimeoutMs', () => {
  /** A page that takes longer than a millisecond to read. */
  const pages = sourceOf(`<html><div id="dp">${'<p><b>x</b>'.repeat(100_000)}</html>`);

  it.each(['process', 'workers'] as const)(
    'ends a call whose page takes too long, without a retry: %s',
    async (parseIn) => {
      const events: MarketplaceEvent[] = [];
      await using marketplace = createMarketplace({
        pages,
        parseIn,
        parseTimeoutMs: 1,
        onEvent: (event) => events.push(event),
      });
      const call = marketplace.product({ asin: 'B0LANTERN1' });
      await expect(call).rejects.toThrow(/^parseTimeoutMs: the page https:\S+ could not be read within 1 ms\. /);
      await expect(call).rejects.toMatchObject({ code: 'PARSE_TIMEOUT', billed: false });
      expect(events.filter(({ type }) => type === 'request')).toHaveLength(1);
    },
  );

  it.each([0, 1.5, -1, Number.NaN, 2 ** 31, '1'])('rejects %s at once', (parseTimeoutMs) => {
    const create = () => createMarketplace({ parseTimeoutMs: parseTimeoutMs as number });
    expect(create).toThrow(expect.objectContaining({ code: 'INVALID_CONFIGURATION', parameter: 'parseTimeoutMs' }));
  });
});
