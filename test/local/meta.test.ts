import { describe, expect, it } from 'vitest';
import { createMarketplace, UnavailableError } from '../../src/entries/index.ts';
import type { PageSource } from '../../src/entries/local.ts';
import { markup } from '../markup.ts';
import { ASIN, NOT_FOUND_PAGE, sourceOf } from './pages.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

/** Returns the meta of a call on the page source. */
async function metaOf(pages: PageSource, params: { marketplace?: 'us' | 'de'; language?: 'en' | 'native' } = {}) {
  await using marketplace = createMarketplace({ pages, now: () => NOW, retries: 1 });
  return (await marketplace.offers({ asin: ASIN, ...params })).meta;
}

const panel = (lang: string, price: string) => markup`
  <!doctype html>
  <html lang="${lang}">
    <body>
      <div id="aod-pinned-offer">
        <span id="aod-price-0"><span class="a-price"><span class="a-offscreen">${price}</span></span></span>
      </div>
      <div id="aod-offer-list"><input type="hidden" value="0" id="aod-total-offer-count" /></div>
    </body>
  </html>
`;

describe('meta.source', () => {
  it('has the URL after redirects, the status, the attempts, the language and the time of the fetch', async () => {
    const url = `https://www.amazon.com/gp/product/ajax/?asin=${ASIN}`;
    const { source } = await metaOf(sourceOf({ body: panel('en-us', '$10.00'), url, status: 203 }));
    expect(source).toEqual({ url, status: 203, attempts: 1, language: 'en', fetched_at: '2026-11-20T12:00:00.000Z' });
  });

  it('counts failed attempts', async () => {
    const pages = sourceOf(new UnavailableError('not now', { retryAfterMs: 0 }), panel('en-us', '$10.00'));
    expect((await metaOf(pages)).source?.attempts).toBe(2);
  });

  it('has the time at which a saved page was saved', async () => {
    const fetchedAt = new Date('2025-03-04T05:06:07Z');
    const { source } = await metaOf(sourceOf({ body: panel('en-us', '$10.00'), fetchedAt }));
    expect(source?.fetched_at).toBe('2025-03-04T05:06:07.000Z');
  });

  it('has no language if the page was not found', async () => {
    const { source, gaps } = await metaOf(sourceOf({ body: NOT_FOUND_PAGE, status: 404 }));
    expect(source).toMatchObject({ status: 404, attempts: 1 });
    expect(source).not.toHaveProperty('language');
    expect(gaps).toBeUndefined();
  });

  it('has the requested URL if the page source returns text that is not a URL', async () => {
    const { source } = await metaOf(sourceOf({ body: panel('en-us', '$10.00'), url: 'about' }));
    expect(source?.url).toContain(`asin=${ASIN}`);
  });
});

describe('meta.gaps', () => {
  it('is absent if the page is complete and as requested', async () => {
    expect(await metaOf(sourceOf(panel('en-us', '$10.00')))).not.toHaveProperty('gaps');
  });

  it('has the language of a page that is in another language than requested; meta.language stays the requested one', async () => {
    const { language, source, gaps } = await metaOf(sourceOf(panel('de-de', '10,00 €')), { marketplace: 'de' });
    expect({ requested: language, shown: source?.language }).toEqual({ requested: 'en', shown: 'de' });
    expect(gaps).toEqual([{ landmark: 'html', kind: 'language', detail: 'the page is in "de", not in "en"' }]);
    const native = await metaOf(sourceOf(panel('de-de', '10,00 €')), { marketplace: 'de', language: 'native' });
    expect(native).toMatchObject({ language: 'native', source: { language: 'de' } });
    expect(native).not.toHaveProperty('gaps');
  });

  it('has the currency of a page that is priced for another country', async () => {
    const { gaps } = await metaOf(sourceOf(panel('en-us', 'EGP 480.00')));
    expect(gaps).toEqual([{ landmark: 'html', kind: 'currency', detail: 'prices are in EGP, not in USD' }]);
  });
});
