import { describe, expect, it } from 'vitest';
import { createMarketplace, type MarketplaceEvent } from '../../src/entries/index.ts';
import type { LocalMarketplaceOptions, PageRequest, PageResponse } from '../../src/entries/local.ts';
import { fixturePages } from '../../src/entries/testing.ts';
import { run } from '../cli/run.ts';
import { ASIN, productPage } from './pages.ts';

const RULES = 'User-agent: *\nAllow: /\n\nUser-agent: buybox\nDisallow: /dp/\nAllow: /dp/B0LANTERN1\n';

/** A site with a robots.txt, and the paths that were asked for. */
function siteWith(robots: Partial<PageResponse>, options: Omit<LocalMarketplaceOptions, 'pages'> = {}) {
  const paths: string[] = [];
  const events: MarketplaceEvent[] = [];
  const pages = async ({ url }: PageRequest): Promise<PageResponse> => {
    const { pathname } = new URL(url);
    paths.push(pathname);
    const own = pathname === '/robots.txt' ? robots : { body: productPage('Kettle', pathname.slice(-10)) };
    return { url, status: 200, headers: {}, body: '', ...own };
  };
  const onEvent = (event: MarketplaceEvent) => void events.push(event);
  return { marketplace: createMarketplace({ robots: 'obey', retries: 0, ...options, pages, onEvent }), paths, events };
}

const rulesIn = (events: readonly MarketplaceEvent[]) =>
  events.flatMap((event) => (event.type === 'robots' ? [event.rule] : []));

describe("robots: 'obey'", () => {
  it('refuses a disallowed URL with the rule, before its request and without a charge', async () => {
    const { marketplace, paths } = siteWith({ body: RULES });
    await expect(marketplace.product({ asin: ASIN })).rejects.toMatchObject({
      name: 'BadRequestError',
      code: 'ROBOTS_DISALLOWED',
      retryable: false,
      billed: false,
      message: expect.stringContaining(`/dp/${ASIN}?th=1&psc=1: line 5 of robots.txt, "Disallow: /dp/".`),
    });
    expect(paths).toEqual(['/robots.txt']);
  });

  it('reads the rules once for all calls of a day, also as bytes', async () => {
    let now = Date.parse('2026-11-20T12:00:00Z');
    const { marketplace, paths } = siteWith({ body: new TextEncoder().encode(RULES) }, { now: () => now });
    const call = () => marketplace.product({ asin: 'B0LANTERN1' });
    await Promise.all([call(), call()]);
    now += 86_399_000;
    await call();
    expect(paths.filter((path) => path === '/robots.txt')).toHaveLength(1);
    now += 1_000;
    await call();
    expect(paths.filter((path) => path === '/robots.txt')).toHaveLength(2);
  });

  it.each([404, 403])('allows everything if the file has status %i', async (status) => {
    const { marketplace } = siteWith({ status, body: RULES });
    expect(await marketplace.product({ asin: ASIN })).toMatchObject({ found: true });
  });

  it.each([
    [{}, 30_000],
    [{ 'retry-after': '90' }, 90_000],
  ])('fails while the site cannot say, and asks again after a time: %o', async (headers, keptMs) => {
    let now = Date.parse('2026-11-20T12:00:00Z');
    const robots: Partial<PageResponse> = { status: 503, headers };
    const { marketplace, paths, events } = siteWith(robots, { now: () => now, backoff: true });
    const call = () => marketplace.product({ asin: ASIN });
    await expect(call()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryable: true, retryAfterMs: keptMs });
    expect(events).toContainEqual(expect.objectContaining({ type: 'backoff', host: 'www.amazon.com' }));
    Object.assign(robots, { status: 404 });
    now += keptMs - 1;
    await expect(call()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterMs: 1 });
    expect(paths).toEqual(['/robots.txt']);
  });

  it('asks again after a failed connection', async () => {
    let now = Date.parse('2026-11-20T12:00:00Z');
    const robots = {
      get status(): number {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      },
    };
    const { marketplace, paths } = siteWith(robots, { now: () => now });
    const call = () => marketplace.product({ asin: ASIN });
    await expect(call()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterMs: 30_000 });
    Object.defineProperty(robots, 'status', { value: 404, enumerable: true });
    await expect(call()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    now += 30_000;
    expect(await call()).toMatchObject({ found: true });
    expect(paths).toEqual(['/robots.txt', '/robots.txt', `/dp/${ASIN}`]);
  });

  it('keeps the pace of pages', async () => {
    const controller = new AbortController();
    const { marketplace, paths, events } = siteWith({ body: '' }, { pace: { minGapMs: '1h' } });
    const ended = expect(marketplace.product({ asin: ASIN }, controller)).rejects.toThrow('too long');
    await expect.poll(() => events).toContainEqual(expect.objectContaining({ type: 'queue', reason: 'pace' }));
    controller.abort(new Error('too long'));
    await ended;
    expect(paths).toEqual(['/robots.txt']);
  });

  it('stops asking when its last call has left, and the next call asks again', async () => {
    const asked: PageRequest[] = [];
    const pages = async (request: PageRequest): Promise<PageResponse> => {
      asked.push(request);
      if (asked.length === 1) await new Promise(() => undefined);
      return { url: request.url, status: 404, headers: {}, body: '' };
    };
    const marketplace = createMarketplace({ pages, robots: 'obey', retries: 0 });
    const [first, second] = [new AbortController(), new AbortController()];
    const calls = [first, second].map(({ signal }) => marketplace.product({ asin: ASIN }, { signal }));
    const ended = Promise.allSettled(calls);
    await expect.poll(() => asked.length).toBe(1);
    first.abort();
    await expect(calls[0]).rejects.toThrow();
    expect(asked[0]?.signal.aborted).toBe(false);
    second.abort();
    await ended;
    expect(asked[0]?.signal.aborted).toBe(true);
    await marketplace.product({ asin: ASIN });
    expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(['/robots.txt', '/robots.txt', `/dp/${ASIN}`]);
  });

  it.each([{ body: '<!doctype html><title>Sorry</title>' }, { status: 302, body: '' }])(
    'takes a page for no rules: %o',
    async (robots) => {
      const { marketplace } = siteWith(robots);
      await expect(marketplace.product({ asin: ASIN })).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining('a page instead of rules'),
      });
    },
  );

  it('ends with its call, and finds no rules in a folder of pages', async () => {
    const pages = fixturePages();
    await using marketplace = createMarketplace({ pages, robots: 'obey' });
    expect(await marketplace.product({ asin: 'B0LANTERN1' })).toMatchObject({ found: true });
    const signal = AbortSignal.abort(new Error('the user left'));
    await expect(marketplace.product({ asin: 'B0LANTERN1' }, { signal })).rejects.toThrow('the user left');
  });

  it('is a flag of the command line, and a check of the doctor', async () => {
    const { code } = await run('product', 'B0LANTERN1', '--fixtures', '--robots', 'obey');
    expect(code).toBe(0);
    expect((await run('doctor', '--fixtures')).out).toContain('ok       robots: nothing that was read is disallowed');
  });
});

describe("robots: 'report'", () => {
  it('makes the call, and reports the rule', async () => {
    const { marketplace, events } = siteWith({ body: RULES }, { robots: 'report' });
    expect(await marketplace.product({ asin: ASIN })).toMatchObject({ found: true });
    expect(rulesIn(events)).toEqual(['line 5 of robots.txt, "Disallow: /dp/"']);
  });

  it('makes the call, and reports that the file cannot be read', async () => {
    const { marketplace, events } = siteWith({ status: 500 }, { robots: 'report' });
    expect(await marketplace.product({ asin: ASIN })).toMatchObject({ found: true });
    expect(rulesIn(events)).toEqual([expect.stringContaining('/robots.txt cannot be read: status 500.')]);
  });
});

describe('the option robots', () => {
  it('is off by default, and refuses other values', async () => {
    const { marketplace, paths } = siteWith({ body: RULES }, { robots: undefined });
    await marketplace.product({ asin: ASIN });
    expect(paths).toEqual([`/dp/${ASIN}`]);
    expect(() => createMarketplace({ robots: true as never })).toThrow(
      'robots: true is not valid: expected one of obey',
    );
  });
});
