import { describe, expect, test } from 'vitest';
import { type Gap, type PageContext, parseOffers, parseProduct } from '../../src/entries/parse.ts';
import { markup } from '../markup.ts';

const offer = (
  price: string,
) => `<div id="aod-pinned-offer"><span id="aod-price-0"><span class="a-price"><span class="a-offscreen">${price}</span></span></span></div>
  <div id="aod-offer-list"><input type="hidden" value="0" id="aod-total-offer-count"></div>`;

interface Shown {
  host?: string;
  lang?: string;
  place?: string;
  price?: string;
}

function gaps(shown: Shown, context: Partial<PageContext> = {}): Gap[] {
  const { host = 'www.amazon.com', lang = 'en-us', place = '', price = '$10.00' } = shown;
  const html = markup`
    <!doctype html>
    <html lang="${lang}">
      <body>
        <span id="glow-ingress-line2"> ${place} </span>${offer(price)}</body>
    </html>
  `;
  return parseOffers(html, { url: `https://${host}/dp/B0TESTCASE?aod=1`, ...context }).gaps;
}

const kinds = (list: readonly Gap[]) => list.map(({ kind }) => kind);

describe('the gaps of a page', () => {
  test('are empty for a complete page in the language, currency and place of its site', () => {
    expect(gaps({}, { language: 'en' })).toEqual([]);
  });

  test('do not include the header and footer of a fragment', () => {
    expect(parseOffers(offer('$1.00'), { url: 'https://www.amazon.com/dp/B0TESTCASE?aod=1' }).gaps).toEqual([]);
  });

  test('include a partial gap if the HTML is cut off', () => {
    const html = `<!doctype html><html lang="en-us"><body>${offer('$10.00')}<div class="a-sec`;
    expect(parseOffers(html, { url: 'https://www.amazon.com/dp/B0TESTCASE?aod=1' }).gaps).toEqual([
      { landmark: 'html', kind: 'partial', detail: 'the HTML ends before the page is complete' },
    ]);
  });

  test('name missing landmarks', () => {
    const html = '<html><body><div id="dp"><span id="productTitle">Lamp</span></div></body></html>';
    const found = parseProduct(html, { url: 'https://www.amazon.com/dp/B0TESTCASE' }).gaps;
    expect(found.length).toBeGreaterThan(0);
    expect(kinds(found).every((kind) => kind === 'missing')).toBe(true);
  });

  test.each([
    ['en', 'de-de', 'www.amazon.de', true],
    ['en', 'en-gb', 'www.amazon.de', false],
    ['native', 'de-de', 'www.amazon.de', false],
    ['native', 'en-gb', 'www.amazon.de', true],
    ['en', 'pt-br', 'www.amazon.com.br', true],
    [undefined, 'fr-fr', 'www.amazon.de', false],
  ] as const)('report the language if %s is requested and the page is in %s on %s', (language, lang, host, differs) => {
    const price = lang === 'pt-br' ? 'R$ 10,00' : lang.startsWith('en') ? '€10.00' : '10,00 €';
    expect(kinds(gaps({ host, lang, price }, { language })).includes('language')).toBe(differs);
  });

  test("include a currency other than the site's", () => {
    expect(gaps({ price: 'EGP 480.00' })).toEqual([
      { landmark: 'html', kind: 'currency', detail: 'prices are in EGP, not in USD' },
    ]);
    expect(gaps({ host: 'www.amazon.co.uk', lang: 'en-gb', price: '£10.00' })).toEqual([]);
  });

  test.each([
    ['Togo', 'en-us', 'www.amazon.com', true],
    ['Czech Republic', 'en-us', 'www.amazon.com', true],
    ['United States', 'en-us', 'www.amazon.com', false],
    ['New York 10001', 'en-us', 'www.amazon.com', false],
    ['Update location', 'en-us', 'www.amazon.com', false],
    ['Niederlande', 'de-de', 'www.amazon.de', true],
    ['Deutschland', 'de-de', 'www.amazon.de', false],
    ['Royaume-Uni', 'fr-fr', 'www.amazon.fr', true],
    ['アメリカ合衆国', 'ja-jp', 'www.amazon.co.jp', true],
    ['United Kingdom', 'en-gb', 'www.amazon.co.uk', false],
    ['Spain', 'en-gb', 'www.amazon.co.uk', true],
  ])('report the place %s if it is abroad, in %s on %s', (place, lang, host, differs) => {
    expect(kinds(gaps({ place, lang, host })).includes('place')).toBe(differs);
  });

  test.each([
    ['Delivering to Portland 97205', '97205', []],
    ['Delivering to Portland 97205', '10001', ['the page is for "Portland 97205", not for "10001"']],
    ['Delivering to Germany', undefined, ['the page is for "Germany", not for United States']],
  ])('read the place from the first line "%s" if the second is a button', (line, place, details) => {
    const frame = `<span id="glow-ingress-line1">${line}</span><span id="glow-ingress-line2">Update location</span>`;
    const html = `<!doctype html><html lang="en-us"><body>${frame}${offer('$10.00')}</body></html>`;
    const { gaps: found } = parseOffers(html, { url: 'https://www.amazon.com/dp/B0TESTCASE?aod=1', place });
    expect(found.map(({ detail }) => detail)).toEqual(details);
  });
});
