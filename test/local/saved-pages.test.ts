import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Language, MarketplaceCode } from '../../src/index.ts';
import { identify } from '../../src/local/page-identity.ts';
import { type PageRequest, recordPages, savedPages } from '../../src/local.ts';
import { productPage, sourceOf } from './pages.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function freshFolder(index?: unknown, files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'buybox-saved-'));
  folders.push(folder);
  if (index !== undefined)
    writeFileSync(join(folder, 'index.json'), typeof index === 'string' ? index : JSON.stringify(index));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const request = (url: string, language: Language = 'en', marketplace: MarketplaceCode = 'us'): PageRequest => ({
  url,
  marketplace,
  language,
  attempt: 1,
  session: 's',
  signal: AbortSignal.timeout(5_000),
});

describe('the identity of a page', () => {
  it.each([
    ['https://www.amazon.com/dp/B0TESTASIN', 'https://www.amazon.com/a-kettle/dp/B0TESTASIN/ref=x?tag=y&th=1&psc=1'],
    ['https://www.amazon.com/s?k=Tea+Pot', 'https://www.amazon.com/s/?k=tea%20pot&ref=nb_sb_noss&page=1'],
    [
      'https://www.amazon.com/gp/offer-listing/B0TESTASIN',
      'https://www.amazon.com/gp/product/ajax/aodAjaxMain/?asin=B0TESTASIN&pc=dp&experienceId=aodAjaxMain',
    ],
    ['https://www.amazon.com/b?node=123', 'https://www.amazon.com/s?rh=n%3A1%2Cn%3A123'],
    [
      'https://www.amazon.co.uk/Best-Sellers-Home-Kitchen/zgbs/kitchen',
      'https://www.amazon.co.uk/gp/bestsellers/kitchen/ref=x',
    ],
    [
      'https://www.amazon.com/stores/Larkmoor/page/5A1F0C7E-0B2D-4C3A-9E8F-1D2C3B4A5F60',
      'https://www.amazon.com/stores/page/5a1f0c7e-0b2d-4c3a-9e8f-1d2c3b4a5f60?ingress=0',
    ],
    [
      'https://www.amazon.com/sp?seller=A1B2C3D4E5F6G7',
      'https://www.amazon.com/sp?ie=UTF8&isAmazonFulfilled=1&seller=A1B2C3D4E5F6G7',
    ],
  ])('of %s is that of %s', (one, other) => expect(identify(other).key).toBe(identify(one).key));

  it.each([
    ['https://www.amazon.com/dp/B0TESTASIN', 'https://www.amazon.de/dp/B0TESTASIN'],
    ['https://www.amazon.com/s?k=tea', 'https://www.amazon.com/s?k=tea&page=2'],
    ['https://www.amazon.com/s?k=tea', 'https://www.amazon.com/s?k=tea&i=grocery'],
    ['https://www.amazon.com/s?rh=n%3A123', 'https://www.amazon.com/s?rh=n%3A123&low-price=5'],
    ['https://www.amazon.com/gp/bestsellers/kitchen/123', 'https://www.amazon.com/gp/new-releases/kitchen/123'],
    [
      'https://www.amazon.com/gp/product/ajax/aodAjaxMain/?asin=B0TESTASIN',
      'https://www.amazon.com/gp/product/ajax/aodAjaxMain/?asin=B0TESTASIN&filters=%7B%22new%22%3Atrue%7D',
    ],
  ])('of %s is not that of %s', (one, other) => expect(identify(other).key).not.toBe(identify(one).key));
});

describe('saved pages', () => {
  it('are found in the requested language, else in another one', async () => {
    const folder = freshFolder(
      [
        { url: 'https://www.amazon.de/dp/B0TESTASIN', file: 'de.html' },
        {
          url: 'https://www.amazon.de/dp/B0TESTASIN?language=en_GB',
          file: 'en.html',
          status: 200,
          fetched_at: '2026-01-02T03:04:05Z',
        },
        { url: 'https://www.amazon.de/dp/B0TESTASI2', file: 'de.html' },
      ],
      { 'de.html': 'deutsch', 'en.html': 'english' },
    );
    const pages = savedPages(folder);
    const read = async (asin: string, language: Language) => {
      const response = await pages(request(`https://www.amazon.de/dp/${asin}?th=1`, language, 'de'));
      return [Buffer.from(response.body as Uint8Array).toString(), response.fetchedAt?.toISOString()];
    };
    expect(await read('B0TESTASIN', 'native')).toEqual(['deutsch', undefined]);
    expect(await read('B0TESTASIN', 'en')).toEqual(['english', '2026-01-02T03:04:05.000Z']);
    expect(await read('B0TESTASI2', 'en')).toEqual(['deutsch', undefined]);
  });

  it('that are missing throw UnavailableError, which is not retried', async () => {
    await expect(savedPages(freshFolder([]))(request('https://www.amazon.com/dp/B0TESTASIN'))).rejects.toMatchObject({
      name: 'UnavailableError',
      retryable: false,
    });
  });

  it.each([
    ['no index', undefined, /index\.json cannot be read/],
    ['an index that is not JSON', '{', /index\.json cannot be read/],
    ['an index of another form', [{ address: 'x' }], /is not a list of \{ url, file/],
    [
      'a file outside the folder',
      [{ url: 'https://www.amazon.com/dp/B0TESTASIN', file: '../secret.html' }],
      /lists a file outside the folder/,
    ],
  ])('reject %s', async (_, index, message) => {
    const pages = savedPages(freshFolder(index));
    await expect(pages(request('https://www.amazon.com/dp/B0TESTASIN'))).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      parameter: 'pages',
      message: expect.stringMatching(message),
    });
  });
});

describe('recorded pages', () => {
  it('are saved unchanged, also concurrently; the last one of a URL is kept', async () => {
    const folder = join(freshFolder(), 'made');
    const inner = sourceOf(productPage('one'), productPage('two'), productPage('three'));
    const pages = recordPages(folder, inner);
    await Promise.all(['B0TESTASI1', 'B0TESTASI2'].map((asin) => pages(request(`https://www.amazon.com/dp/${asin}`))));
    await pages(request('https://www.amazon.com/dp/B0TESTASI1'));
    const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
    expect(index).toHaveLength(2);
    const body = async (asin: string) =>
      Buffer.from(
        (await savedPages(folder)(request(`https://www.amazon.com/dp/${asin}`))).body as Uint8Array,
      ).toString();
    expect(await body('B0TESTASI1')).toBe(productPage('three'));
    expect(await body('B0TESTASI2')).toBe(productPage('two'));
  });

  it('have the pace and the session count of the recorded source', async () => {
    let closed = 0;
    const inner = Object.assign(sourceOf(productPage('one')), {
      pace: { concurrency: 1, minGapMs: 5, jitterMs: 0 },
      sessionCount: 3,
      close: async () => void closed++,
    });
    const pages = recordPages(freshFolder(), inner);
    expect({ ...pages }).toMatchObject({ pace: { concurrency: 1, minGapMs: 5, jitterMs: 0 }, sessionCount: 3 });
    await pages.close?.();
    expect(closed).toBe(1);
  });
});
