import { describe, expect, test } from 'vitest';
import { ParseError, parseProduct } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';
import { cart, read } from './page.ts';

const byline = (text: string, href = '/stores/Kupfer/page/1?ref_=ast_bln') =>
  `<a id="bylineInfo" href="${href}">${text}</a>`;

describe('the product', () => {
  test('is the item of the cart, even if the URL has its parent', () => {
    const elsewhere = '<link rel="canonical" href="https://www.amazon.com/Kettle/dp/B0KETTLE00">';
    const script = '<script>var data = {"landingAsin":"B0KETTLE02","parentAsin" : "B0KETTLE00"};</script>';
    expect(read({ elsewhere: elsewhere + script, box: cart('', 'B0KETTLE02') })).toMatchObject({
      asin: 'B0KETTLE02',
      parent_asin: 'B0KETTLE00',
      url: 'https://www.amazon.com/Kettle/dp/B0KETTLE00',
      title: 'Copper Kettle',
    });
  });

  test('has no parent without variations', () => {
    const data = read({ elsewhere: '<script>x = {"parentAsin":"B0KETTLE01"}</script>', box: cart() });
    expect(data).not.toHaveProperty('parent_asin');
  });

  test('is that of the URL without a cart', () => {
    expect(read({})).toMatchObject({ asin: 'B0KETTLE01', url: 'https://www.amazon.com/dp/B0KETTLE01' });
  });

  test('is never empty: other pages throw ParseError', () => {
    const url = 'https://www.amazon.com/dp/B0KETTLE01';
    expect(() => parseProduct('<html><body><p>Hello</p></body></html>', { url })).toThrow(ParseError);
  });
});

describe('the brand', () => {
  test.each([
    ['com', 'en-us', 'Visit the Kupfer &amp; Sohn Store'],
    ['com', 'en-us', 'Brand: Kupfer &amp; Sohn'],
    ['de', 'de-de', 'Besuche den Kupfer &amp; Sohn-Store'],
    ['de', 'de-de', 'Marke: Kupfer &amp; Sohn'],
    ['fr', 'fr-fr', 'Visiter la boutique Kupfer &amp; Sohn'],
    ['fr', 'fr-fr', 'Marque : Kupfer &amp; Sohn'],
    ['it', 'it-it', 'Visita lo Store di Kupfer &amp; Sohn'],
    ['es', 'es-es', 'Visita la tienda de Kupfer &amp; Sohn'],
    ['es', 'pt-pt', 'Visite a Loja da Kupfer &amp; Sohn (em Espanhol)'],
    ['com.br', 'pt-br', 'Visite a loja Kupfer &amp; Sohn'],
    ['co.jp', 'ja-jp', 'Kupfer &amp; Sohnのストアを表示'],
    ['co.jp', 'ja-jp', 'ブランド：Kupfer &amp; Sohn'],
    ['com.tr', 'tr-tr', 'Kupfer &amp; Sohn Store’u ziyaret edin'],
    ['sa', 'ar-ae', 'قم بزيارة متجر Kupfer &amp; Sohn'],
    ['nl', 'nl-nl', 'Bezoek de Kupfer &amp; Sohn-winkel'],
    ['pl', 'pl-pl', 'Marka: Kupfer &amp; Sohn'],
    ['se', 'sv-se', 'Besök Kupfer &amp; Sohn-butiken'],
  ])('amazon.%s, %s: %s', (suffix, lang, text) => {
    expect(read({ lang, centre: byline(text) }, suffix).brand).toEqual({
      name: 'Kupfer & Sohn',
      url: '/stores/Kupfer/page/1?ref_=ast_bln',
    });
  });

  test('is read from the overview or the URL if the byline is unknown', () => {
    const overview = markup`
        <div id="productOverview_feature_div">
          <table>
            <tr class="po-brand">
              <td>X</td>
              <td>
                <span class="po-break-word">Kupfer</span>
              </td>
            </tr>
          </table>
        </div>
      `;
    expect(read({ centre: byline('Zum Laden von Kupfer') + overview }).brand?.name).toBe('Kupfer');
    expect(read({ centre: byline('Kupfer ansehen', '/s?field-keywords=Kupfer') }).brand?.name).toBe('Kupfer');
    expect(read({ centre: byline('Zum Laden von Kupfer') })).not.toHaveProperty('brand');
  });

  test('has a relative URL, also on pages saved by a browser', () => {
    expect(read({ centre: byline('KUPFER', 'https://www.amazon.com/KUPFER/b?node=1') }).brand?.url).toBe(
      '/KUPFER/b?node=1',
    );
  });

  test('is read in any language', () => {
    const byline = (text: string) => `<a id="bylineInfo" href="/stores/x">${text}</a>`;
    const german = read({ centre: byline('Besuche den Tinwork-Store') });
    const english = read({ centre: byline('Visit the Tinwork Store'), lang: 'ja-jp' }, 'co.jp');
    expect([german.brand?.name, english.brand?.name]).toEqual(['Tinwork', 'Tinwork']);
  });

  test('can be only a name on old pages', () => {
    expect(read({ centre: byline('KUPFER', '/KUPFER/b/ref=bl?node=1') }).brand?.name).toBe('KUPFER');
  });
});

describe('books, films and albums', () => {
  const author = (name: string, role: string, style = '') =>
    `<span class="author notFaded" ${style}><div class="a-popover-preload"><a class="a-link-normal" href="/x">About ${name}</a></div>
     <a class="a-link-normal contributorNameID" href="/e/${name}">${name}</a> <span class="contribution"><span>(${role}), </span></span></span>`;
  const books = `<span id="productSubtitle">Gebundene Ausgabe – Illustriert, 7. April 2016</span>
    <div id="bylineInfo">von ${author('Anna', 'Autor')}${author('Bert', 'Illustrator, Vorwort', 'style="display:none"')}</div>`;

  test('have contributors, a format and an edition, and no brand', () => {
    const data = read({ lang: 'de-de', centre: books }, 'de');
    expect(data).toMatchObject({
      contributors: [
        { name: 'Anna', role: 'Autor', url: '/e/Anna' },
        { name: 'Bert', role: 'Illustrator, Vorwort', url: '/e/Bert' },
      ],
      format: 'Gebundene Ausgabe',
      edition: 'Illustriert',
    });
    expect(data).not.toHaveProperty('brand');
  });

  test('have the format of the byline (albums) or of the selected tab', () => {
    const album = markup`
        <div id="bylineInfo">
          <span class="author">
            <a class="a-link-normal" href="/a">The Band</a>
          </span>
          <span class="a-color-secondary">Format: </span>
          <span>Vinyl</span>
        </div>
      `;
    const tabs = markup`
        <div id="tmmSwatches">
          <li class="swatchElement unselected">
            <span class="slot-title">Kindle</span>
          </li>
          <li class="swatchElement selected">
            <span class="slot-title">Paperback</span>
          </li>
        </div>
      `;
    expect(read({ centre: album }).format).toBe('Vinyl');
    expect(read({ centre: tabs }).format).toBe('Paperback');
  });

  test('have a byline with a shorter id on old pages', () => {
    const album = `<div id="byline">${author('Anna', 'Gesang')}<span class="a-color-secondary">Format: </span><span>Audio CD</span></div>`;
    expect(read({ lang: 'de-de', centre: album }, 'de')).toMatchObject({
      contributors: [{ name: 'Anna', role: 'Gesang', url: '/e/Anna' }],
      format: 'Audio CD',
    });
  });

  test.each(['(Français) Relié – 21 janvier 2005', '（Français） Relié – 21 janvier 2005'])(
    'have a binding without the language before it: %s',
    (subtitle) => {
      const centre = `<span id="productSubtitle">${subtitle}</span>`;
      expect(read({ centre, lang: 'fr-fr' }, 'fr').format).toBe('Relié');
    },
  );

  test('have a role in any brackets', () => {
    const centre =
      '<div id="bylineInfo"><span class="author"><a class="a-link-normal" href="/a">杏奈</a><span class="contribution">（著）</span></span></div>';
    expect(read({ centre, lang: 'ja-jp' }, 'co.jp').contributors).toEqual([{ name: '杏奈', role: '著', url: '/a' }]);
  });

  test('have a format with a label in another language', () => {
    const album =
      '<div id="bylineInfo"><span class="author">Anna</span><span class="a-color-secondary">Format: </span><span>Audio CD</span></div>';
    const data = read({ centre: album, lang: 'ja-jp' }, 'co.jp');
    expect(data.format).toBe('Audio CD');
    expect(data).not.toHaveProperty('brand');
  });

  test('have the rating of a film before its format', () => {
    const film = markup`
        <div id="bylineInfo">
          <span class="author">
            <a class="a-link-normal" href="/a">Anna</a>
          </span>
          <span class="a-color-secondary">Rated: </span>
          <span>PG</span>
          <span class="a-color-secondary">Format: </span>
          <span>Blu-ray</span>
        </div>
      `;
    expect(read({ centre: film }).format).toBe('Blu-ray');
  });
});
