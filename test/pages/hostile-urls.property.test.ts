/** URLs that try to break the table of URLs: no function of it throws, and each returns the same for the same URL. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarketplaceError, parsePage } from '../../src/entries/parse.ts';
import { isShortLink, urlOfPage } from '../../src/pages/index.ts';
import { detectPageType } from '../../src/pages/urls/detect.ts';
import { asinOfHref, nodeOfHref, sellerOfHref } from '../../src/pages/urls/links.ts';
import { unsupportedUrl } from '../../src/pages/urls/unsupported.ts';
import { hostileText, longRuns } from '../hostile-texts.ts';
import { isLong, runsOf } from '../runs.ts';

const START = fc.constantFrom(
  'https://www.amazon.com/',
  'https://www.amazon.de/-/en/',
  'http://amazon.co.jp/',
  'https://amzn.to/',
  '//',
  '',
);
const PATH = fc.constantFrom(
  'dp/',
  'gp/product/',
  's',
  'b/',
  'sp',
  'stores/',
  'stores/page/',
  'gp/bestsellers/',
  'product-reviews/',
  'ref=',
  'B0LANTERN1',
  '%ff',
  '%E0%A4%A',
  '/',
  '..',
);
const QUERY = fc.constantFrom(
  '?k=',
  '?page=',
  '&page=1e999',
  '&startIndex=',
  '?node=',
  '?rh=n%3A',
  '&me=',
  '&seller=',
  '#',
  '&asin=B0LANTERN1',
);

const hostileUrl = fc
  .tuple(
    START,
    fc.array(fc.oneof(PATH, hostileText), { maxLength: 4 }),
    fc.array(fc.oneof(QUERY, hostileText), { maxLength: 5 }),
  )
  .map(([start, path, query]) => start + path.join('') + query.join(''));

describe('a hostile URL', () => {
  it('is detected without an error, and has a canonical URL of its own marketplace', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(hostileUrl, (url) => {
        const detected = detectPageType(url);
        expect(detectPageType(url)).toEqual(detected);
        for (const read of [unsupportedUrl, isShortLink, asinOfHref, nodeOfHref, sellerOfHref])
          expect(read(url)).toEqual(read(url));
        if (detected === undefined) return;
        const { page = 1, canonical_url, marketplace, page_type } = detected;
        expect(Number.isSafeInteger(page) && page > 0).toBe(true);
        expect(detectPageType(canonical_url)).toMatchObject({ marketplace, page_type, canonical_url });
      }),
      {
        ...runsOf(2000),
        examples: longRuns.slice(0, isLong ? 40 : 2).map((text) => [`https://www.amazon.com/s?k=lantern&page=${text}`]),
      },
    );
  });

  it('of a page is read, or refused with a typed error', { timeout: 60_000 }, () => {
    const html = '<html><body><div class="ProductGrid"><h1>Lanterns</h1></div></body></html>';
    fc.assert(
      fc.property(hostileUrl, (url) => {
        try {
          parsePage(html, { url, requestedAt: new Date('2026-03-02') });
        } catch (error) {
          expect(error).toBeInstanceOf(MarketplaceError);
        }
      }),
      {
        ...runsOf(500),
        examples: [['https://www.amazon.com/stores/%ff'], ['https://www.amazon.com/stores/%E0%A4%A/page']],
      },
    );
  });

  it('is found in a canonical link without an error', () => {
    fc.assert(
      fc.property(hostileUrl, (url) => {
        const html = `<link${' rel="canonical"'.repeat(3)} href="${url}">`;
        expect(urlOfPage(html)).toEqual(urlOfPage(html));
      }),
    );
    for (const start of ['<link ', '<link rel="canonical"', '<!--'])
      expect(urlOfPage(start.repeat(100_000))).toBeUndefined();
  });
});
