import { describe, expect, test } from 'vitest';
import { markup } from '../../markup.ts';
import { read } from './page.ts';

const cells = (name: string, value: string) =>
  `<tr><th class="prodDetSectionEntry"> ${name} </th><td> \u200e${value} </td></tr>`;
const table = (...rows: [string, string][]) =>
  markup`
    <div id="prodDetails">
      <h1>Product information</h1>
      <table class="prodDetTable">${rows.map(([name, value]) => cells(name, value)).join('')}</table>
    </div>
  `;
const bullets = (...rows: [string, string][]) =>
  `<div id="detailBulletsWrapper_feature_div"><h2>Product details</h2><div id="detailBullets_feature_div"><ul>${rows
    .map(
      ([name, value]) =>
        markup`
          <li>
            <span class="a-list-item">
              <span class="a-text-bold">${name} \u200f : \u200e </span>
              <span>${value}</span>
            </span>
          </li>
        `,
    )
    .join('')}</ul></div></div>`;

describe('specifications', () => {
  test('are read from tables with sections, in page order', () => {
    const section = (title: string, rows: string) =>
      markup`
        <div class="a-expander-container">
          <a class="a-expander-header a-expander-section-header">
            <span class="a-expander-prompt">${title}</span>
          </a>
          <div class="a-expander-content" style="display:none">
            <table>${rows}</table>
          </div>
        </div>
      `;
    const elsewhere = markup`
      <div id="productDetails_feature_div">
        <div id="prodDetails">
          <h1>Product information</h1>${section('Measurements', cells('Capacity', '2 litres'))}${section('Style', cells('Shape', 'Round') + cells('Shape', 'Round') + cells('Shape', 'Oval') + cells('Empty', ''))}</div>
      </div>
    `;
    expect(read({ elsewhere }).specifications).toEqual([
      { name: 'Capacity', value: '2 litres', section: 'Measurements' },
      { name: 'Shape', value: 'Round', section: 'Style' },
      { name: 'Shape', value: 'Oval', section: 'Style' },
    ]);
  });

  test('are read from the carousel of facts without tables', () => {
    const fact = (name: string, value: string) =>
      markup`
        <li class="a-carousel-card">
          <div class="rpi-attribute-content">
            <div class="rpi-attribute-label">
              <span>${name}</span>
            </div>
            <div class="rpi-attribute-value">
              <span>${value}</span>
            </div>
          </div>
        </li>
      `;
    const facts = markup`
      <div id="richProductInformation_feature_div">
        <ol class="a-carousel">${fact('Print length', '96 pages')}${fact('Publisher', 'Tea Press')}</ol>
      </div>
    `;
    expect(read({ elsewhere: facts })).toMatchObject({ pages: 96, publisher: 'Tea Press' });
    expect(read({ elsewhere: facts + bullets(['Language', 'English']) }).specifications).toEqual([
      { name: 'Language', value: 'English', section: 'Product details' },
    ]);
  });

  test('include the manufacturer’s table, but no comparison table', () => {
    const line = (...cells: string[]) => `<tr>${cells.map((cell) => `<td><p>${cell}</p></td>`).join('')}</tr>`;
    const widget = (content: string) =>
      `<div id="content-grid-widget-v1.0"><h3>Kettle</h3><table class="a-bordered">${content}</table></div>`;
    const elsewhere = widget(line('Volume', '1 litre', '2 litres')) + widget(line('Height', '14 cm'));
    expect(read({ elsewhere }).specifications).toEqual([{ name: 'Height', value: '14 cm', section: 'Kettle' }]);
  });

  test('are read from bullets', () => {
    expect(read({ elsewhere: bullets(['Capacity', '2 litres']) }).specifications).toEqual([
      { name: 'Capacity', value: '2 litres', section: 'Product details' },
    ]);
  });

  test('are read from older lists with labels in b', () => {
    const elsewhere = markup`
        <div id="detail-bullets">
          <div class="content">
            <ul>
              <li>
                <b>ISBN-10:</b> 0123456789</li>
              <li>No label</li>
            </ul>
          </div>
        </div>
      `;
    expect(read({ elsewhere }).specifications).toEqual([{ name: 'ISBN-10', value: '0123456789' }]);
  });

  test('are read from two-column tables without headings', () => {
    const elsewhere = markup`
        <div id="tech">
          <table>
            <tr>
              <td>
                <p>
                  <strong>Height</strong>
                </p>
              </td>
              <td>
                <p>20 cm</p>
              </td>
            </tr>
            <tr>
              <td colspan="2">Notes</td>
            </tr>
          </table>
        </div>
      `;
    expect(read({ elsewhere }).specifications).toEqual([{ name: 'Height', value: '20 cm' }]);
  });
});

describe('facts in twelve languages', () => {
  test.each([
    ['com', 'en-us', 'Manufacturer', 'Item model number', 'Country of Origin', 'Date First Available', 'March 5, 2021'],
    ['de', 'de-de', 'Hersteller', 'Modellnummer', 'Herkunftsland', 'Im Angebot von Amazon.de seit', '5. März 2021'],
    [
      'fr',
      'fr-fr',
      'Fabricant',
      "Numéro du modèle de l'article",
      "Pays d'origine",
      'Date de mise en ligne sur Amazon.fr',
      '5 mars 2021',
    ],
    [
      'it',
      'it-it',
      'Produttore',
      'Numero modello articolo',
      'Paese di origine',
      'Disponibile su Amazon.it a partire dal',
      '5 marzo 2021',
    ],
    [
      'es',
      'es-es',
      'Fabricante',
      'Número de modelo del producto',
      'País de origen',
      'Producto en Amazon.es desde',
      '5 marzo 2021',
    ],
    [
      'com.br',
      'pt-br',
      'Fabricante',
      'Número do modelo',
      'País de origem',
      'Disponível para compra desde',
      '5 março 2021',
    ],
    ['co.jp', 'ja-jp', 'メーカー', '製品型番', '原産国', 'Amazon.co.jp での取り扱い開始日', '2021/3/5'],
    ['com.tr', 'tr-tr', 'Üretici', 'Ürün Model Numarası', 'Menşe Ülke', 'Satışa Sunulduğu İlk Tarih', '5 Mart 2021'],
    ['sa', 'ar-ae', 'الشركة المصنعة', 'رقم طراز السلعة', 'بلد المنشأ', 'تاريخ توفر السلعة لأول مرة', '5 مارس 2021'],
    ['nl', 'nl-nl', 'Fabrikant', 'Modelnummer', 'Land van herkomst', 'Datum eerste beschikbaarheid', '5 maart 2021'],
    [
      'pl',
      'pl-pl',
      'Producent',
      'Numer modelu produktu',
      'Kraj pochodzenia',
      'Data pierwszej dostępności',
      '5 marca 2021',
    ],
    ['se', 'sv-se', 'Tillverkare', 'Artikelmodellnummer', 'Ursprungsland', 'Första tillgängliga datum', '5 mars 2021'],
  ])('amazon.%s', (suffix, lang, manufacturer, model, country, first, day) => {
    const elsewhere = table([manufacturer, 'Tinwork'], [model, 'K-2'], [country, 'Malta'], [first, day]);
    expect(read({ elsewhere, lang }, suffix)).toMatchObject({
      manufacturer: 'Tinwork',
      model_number: 'K-2',
      country_of_origin: 'Malta',
      date_first_available: '2021-03-05',
    });
  });
});

test('prefers the more specific of several labels', () => {
  expect(read({ elsewhere: table(['Model', 'Classic'], ['Item model number', 'K-2']) }).model_number).toBe('K-2');
});

test('reads Arabic digits and dates with the year first', () => {
  const elsewhere = table(
    ['مرجع الشركة المصنعة', 'K-2'],
    ['تاريخ توفر أول منتج', '2025 أغسطس 5'],
    ['أبعاد المنتج', '14 x 8 x 4 سم; 60 جرام'],
  );
  expect(read({ elsewhere, lang: 'ar-ae' }, 'sa')).toMatchObject({
    model_number: 'K-2',
    date_first_available: '2025-08-05',
    dimensions: { length: 14, width: 8, height: 4, unit: 'cm' },
    weight: { value: 60, unit: 'g' },
  });
});

describe('a warranty without a row', () => {
  const icon = (text: string) => `<div id="icon-farm-container"><div id="WARRANTY"><a>${text}</a></div></div>`;

  test('is the term below its icon', () => {
    expect(read({ centre: icon('1 Year Warranty') }).warranty).toBe('1 Year Warranty');
    expect(read({ centre: icon('1 Year Warranty'), elsewhere: table(['Warranty', 'Two years']) }).warranty).toBe(
      'Two years',
    );
  });

  test('is absent if the icon has only a heading', () => {
    expect(read({ centre: icon('Warranty Policy') })).not.toHaveProperty('warranty');
  });
});

describe('tables with any id', () => {
  const plain = (attributes: string, ...rows: [string, string][]) =>
    `<table ${attributes}>${rows.map(([name, value]) => `<tr><th>${name}</th><td>${value}</td></tr>`).join('')}</table>`;
  const facts: [string, string][] = [
    ['Item Weight', '250 g'],
    ['Model Number', 'K-2'],
    ['UPC', '012345678905'],
    ['EAN', '4006381333931'],
    ['Warranty Type', 'Two years'],
    ['Spout', 'Gooseneck'],
  ];
  const expected = {
    weight: { value: 250, unit: 'g' },
    model_number: 'K-2',
    upc: '012345678905',
    ean: '4006381333931',
    warranty: 'Two years',
  };

  test.each(['id="product-specification-table"', 'class="a-keyvalue"', ''])('count: %s', (attributes) => {
    const table = plain(attributes, ...facts);
    expect(read({ centre: table })).toMatchObject(expected);
    expect(read({ elsewhere: `<div>${table}</div>` }).specifications).toContainEqual({
      name: 'Spout',
      value: 'Gooseneck',
    });
  });

  test('count with one known label if their class is that of details', () => {
    expect(read({ centre: plain('class="prodDetTable"', ['Model Number', 'K-2']) }).model_number).toBe('K-2');
    expect(read({ centre: plain('', ['Model Number', 'K-2']) })).not.toHaveProperty('model_number');
  });

  test('do not count with three columns, or as part of something else', () => {
    const compared = '<table><tr><th>Model</th><td>K-2</td><td>K-3</td></tr><tr><th>UPC</th><td>1</td></tr></table>';
    const others = [
      '<div id="aplus_feature_div">',
      '<div id="product-comparison_feature_div">',
      '<div data-hook="review">',
    ];
    const pages = [compared, ...others.map((open) => `${open}${plain('', ...facts)}</div>`)];
    for (const elsewhere of pages) expect(read({ elsewhere })).not.toHaveProperty('specifications');
  });
});

describe('labels of another language', () => {
  test('are read on every page', () => {
    const english = table(['Item Weight', '250 g'], ['Date First Available', 'March 5, 2021'], ['Material', 'Copper']);
    const expected = { weight: { value: 250 }, date_first_available: '2021-03-05', material: 'Copper' };
    for (const [suffix, lang] of [
      ['de', 'de-de'],
      ['co.jp', 'ja-jp'],
      ['sa', 'ar-ae'],
      ['com', 'zh-cn'],
    ] as const) {
      expect(read({ elsewhere: english, lang }, suffix)).toMatchObject(expected);
    }
    const german = table(
      ['Artikelgewicht', '250 g'],
      ['Im Angebot von Amazon.de seit', '5. März 2021'],
      ['Material', 'Copper'],
    );
    expect(read({ elsewhere: german, lang: 'en-gb' }, 'de')).toMatchObject(expected);
  });

  test('come after those of the page’s language', () => {
    const elsewhere = table(['Item model number', 'K-1'], ['Modellnummer', 'K-2']);
    expect(read({ elsewhere, lang: 'de-de' }, 'de').model_number).toBe('K-2');
    expect(read({ elsewhere }).model_number).toBe('K-1');
  });

  test('do not change what a label means in the page’s language', () => {
    const data = read({ elsewhere: table(['Dimension', '10 x 8 x 3 cm']) });
    expect(data).toMatchObject({ dimensions: { length: 10 } });
    expect(data).not.toHaveProperty('size');
  });
});

describe('the release date', () => {
  test.each([
    ['com', 'en-us', 'Release date', 'March 5, 2021'],
    ['com', 'en-us', 'Audio CD / DVD Release Date', 'March 5, 2021'],
    ['de', 'de-de', 'Erscheinungstermin', '5. März 2021'],
    ['fr', 'fr-fr', 'Date de sortie du DVD', '5 mars 2021'],
    ['it', 'it-it', 'Data di uscita', '5 marzo 2021'],
    ['es', 'es-es', 'Fecha de lanzamiento', '5 marzo 2021'],
    ['com.br', 'pt-br', 'Data de lançamento', '5 março 2021'],
    ['co.jp', 'ja-jp', '発売日', '2021/3/5'],
    ['com.tr', 'tr-tr', 'Çıkış tarihi', '5 Mart 2021'],
    ['sa', 'ar-ae', 'تاريخ الإصدار', '5 مارس 2021'],
    ['nl', 'nl-nl', 'Releasedatum', '5 maart 2021'],
    ['pl', 'pl-pl', 'Data premiery', '5 marca 2021'],
    ['se', 'sv-se', 'Releasedatum', '5 mars 2021'],
    ['nl', 'nl-nl', 'Release date', 'March 5, 2021'],
  ])('is read from its row on amazon.%s', (suffix, lang, name, value) => {
    expect(read({ elsewhere: bullets([name, value]), lang }, suffix).release_date).toBe('2021-03-05');
  });

  test('is absent for other dates', () => {
    const elsewhere = table(['Date First Available', 'March 5, 2021'], ['Publication date', 'March 6, 2021']);
    expect(read({ elsewhere })).not.toHaveProperty('release_date');
  });
});

describe('a book', () => {
  test.each([
    [
      'com',
      'en-us',
      'Publisher',
      'Inkwell Press; 2nd edition (March 5, 2021)',
      'Paperback',
      '1,204 pages',
      'Language',
      'English',
    ],
    ['de', 'de-de', 'Herausgeber', 'Inkwell Press (5. März 2021)', 'Taschenbuch', '1204 Seiten', 'Sprache', 'Deutsch'],
    ['co.jp', 'ja-jp', '出版社', 'Inkwell Press (2021/3/5)', '単行本', '1204ページ', '言語', '日本語'],
    ['pl', 'pl-pl', 'Wydawca', 'Inkwell Press (5 marca 2021)', 'Oprawa miękka', '1204 str.', 'Język', 'Polski'],
  ])('amazon.%s', (suffix, lang, publisher, published, binding, pages, language, name) => {
    const elsewhere = bullets(
      [publisher, published],
      [language, name],
      [binding, pages],
      ['ISBN-10', '012345678X'],
      ['ISBN-13', '978-0123456786'],
    );
    expect(read({ elsewhere, lang }, suffix)).toMatchObject({
      publisher: 'Inkwell Press',
      publication_date: '2021-03-05',
      pages: 1204,
      language: name,
      isbn_10: '012345678X',
      isbn_13: '978-0123456786',
    });
  });

  test('has the edition from the publisher’s row, or from its own row', () => {
    const publisher: [string, string] = ['Publisher', 'Inkwell Press; 2nd edition (March 5, 2021)'];
    expect(read({ elsewhere: bullets(publisher) }).edition).toBe('2nd edition');
    expect(read({ elsewhere: bullets(publisher, ['Edition', 'Illustrated']) }).edition).toBe('2nd edition');
    expect(read({ elsewhere: bullets(['Publisher', 'Inkwell Press (March 5, 2021)']) })).not.toHaveProperty('edition');
    expect(read({ elsewhere: bullets(['Auflage', '3.']), lang: 'de-de' }, 'de').edition).toBe('3.');
  });

  test('has an edition without its label', () => {
    const publisher = (edition: string) => bullets(['Éditeur', `Inkwell; ${edition} (5 mars 2021)`]);
    expect(read({ elsewhere: publisher('Édition : Nouvelle'), lang: 'fr-fr' }, 'fr').edition).toBe('Nouvelle');
    expect(read({ elsewhere: publisher('N.º: 4'), lang: 'fr-fr' }, 'fr').edition).toBe('N.º: 4');
  });

  test('omits a code under the wrong label', () => {
    expect(read({ elsewhere: bullets(['ISBN-10', '9780123456786']) })).not.toHaveProperty('isbn_10');
  });
});

test('reads items without bold labels if the label is known', () => {
  const items = ['Item Weight : 250 g', '製品型番: K-2', 'Note: read the manual', 'Copper'].map(
    (text) => `<li><span class="a-list-item">${text}</span></li>`,
  );
  const elsewhere = `<div id="additionalProductDetails-content"><ul>${items.join('')}</ul></div>`;
  expect(read({ elsewhere }).specifications).toEqual([
    { name: 'Item Weight', value: '250 g' },
    { name: '製品型番', value: 'K-2' },
  ]);
});

test('leaves out links to help at the end of a value', () => {
  const help = (text: string) => `<a href="/gp/help/seller/shipping.html">${text}</a>`;
  const rows = table(
    ['Shipping Weight', `8 ounces (${help('View shipping rates')})`],
    ['Shipping', `Ships to the U.S. ${help('Learn More')}`],
    ['Warranty', `${help('Two years')} by Tinwork`],
  );
  expect(read({ elsewhere: rows })).toMatchObject({
    package_weight: { text: '8 ounces' },
    specifications: [{ value: '8 ounces' }, { value: 'Ships to the U.S.' }, { value: 'Two years by Tinwork' }],
  });
});

test('returns the first of several codes', () => {
  expect(read({ elsewhere: table(['UPC', '012345678905 012345678912'], ['EAN', '4006381333931']) })).toMatchObject({
    upc: '012345678905',
    ean: '4006381333931',
  });
});

describe('boolean rows', () => {
  test.each([
    ['com', 'en-us', 'Is Discontinued By Manufacturer', 'No', 'Batteries required', 'Yes'],
    ['de', 'de-de', 'Auslaufartikel (Produktion durch Hersteller eingestellt)', 'Nein', 'Batterien notwendig', 'Ja'],
    ['es', 'es-es', 'Descatalogado por el fabricante', 'No', '¿Necesita baterías?', 'Sí'],
    ['com.br', 'pt-br', 'Descontinuado pelo fabricante', 'Não', 'Funciona a bateria ou pilha?', 'Sim'],
    ['co.jp', 'ja-jp', 'メーカーにより製造中止になりました', 'いいえ', '電池使用', 'はい'],
  ])('amazon.%s', (suffix, lang, discontinued, no, batteries, yes) => {
    const elsewhere = table([discontinued, no], [batteries, yes]);
    expect(read({ elsewhere, lang }, suffix)).toMatchObject({ is_discontinued: false, batteries_required: true });
  });

  test('are absent for other values', () => {
    expect(read({ elsewhere: table(['Batteries required', 'See manual']) })).not.toHaveProperty('batteries_required');
  });

  test('batteries_required is true for "2 AA batteries required"', () => {
    const elsewhere = table(['Batteries', '2 AA batteries required. (included)']);
    expect(read({ elsewhere }).batteries_required).toBe(true);
  });
});

describe('best-sellers ranks', () => {
  const linked = (rank: string, href: string, name: string) => `<span>${rank} <a href="${href}">${name}</a></span>`;
  const ranks = (label: string, first: string, top: string, next: string) =>
    markup`
      <div id="prodDetails">
        <table>
          <tr>
            <th>${label}</th>
            <td>
              <span>
                <span>${first} (<a href="/gp/bestsellers/home/ref=pd_zg_ts_home">${top}</a>)</span>
                <br>${linked(next, '/gp/bestsellers/home/42/ref=x', 'Kettles (Home)')}<br>
              </span>
            </td>
          </tr>
        </table>
      </div>
    `;

  test.each([
    [
      'com',
      'en-us',
      'Best Sellers Rank',
      '#1,234 in Home & Kitchen',
      'See Top 100 in Home & Kitchen',
      '#5 in',
      'Home & Kitchen',
    ],
    ['de', 'de-de', 'Amazon Bestseller-Rang', 'Nr. 1.234 in Küche', 'Siehe Top 100 in Küche', 'Nr. 5 in', 'Küche'],
    [
      'fr',
      'fr-fr',
      "Classement des meilleures ventes d'Amazon",
      '1 234 en Cuisine',
      'Voir les 100 premiers en Cuisine',
      '5 en',
      'Cuisine',
    ],
    [
      'es',
      'es-es',
      'Clasificación en los más vendidos de Amazon',
      'nº1.234 en Hogar',
      'Ver el Top 100 en Hogar',
      'nº5 en',
      'Hogar',
    ],
    [
      'com.br',
      'pt-br',
      'Ranking dos mais vendidos',
      'Nº 1.234 em Casa',
      'Conheça o Top 100 na categoria Casa',
      'Nº 5 em',
      'Casa',
    ],
    ['in', 'en-in', 'Best Sellers Rank', '#1,234 in Home', 'See Top 100 in Home', '#5 in', 'Home'],
    [
      'co.jp',
      'ja-jp',
      'Amazon 売れ筋ランキング',
      '- 1,234位ホーム&キッチン',
      'ホーム&キッチンの売れ筋ランキングを見る',
      '- 5位',
      'ホーム&キッチン',
    ],
    [
      'com.tr',
      'tr-tr',
      'En Çok Satanlar Sıralaması',
      'Mutfak kategorisinde 1.234 numara',
      'Mutfak kategorisindeki ilk 100 ürün',
      '5.',
      'Mutfak',
    ],
    [
      'com.tr',
      'tr-tr',
      'En Çok Satanlar Sıralaması',
      '1.234. sırada: Mutfak',
      'İlk 100 ürünü gör: Mutfak',
      '5. sırada:',
      'Mutfak',
    ],
    ['nl', 'nl-nl', 'Plaats in bestsellerlijst', '#1.234 in Keuken', 'Top 100 in Keuken bekijken', '#5 in', 'Keuken'],
    ['se', 'sv-se', 'Rangordning för bästsäljare', '#1 234 i Kök', 'Visa Topp 100 i Kök', '#5 i', 'Kök'],
    [
      'pl',
      'pl-pl',
      'Ranking najlepiej sprzedających się produktów',
      'Pozycja 1 234 w kategorii Kuchnia',
      'Zobacz Top 100 w kategorii Kuchnia',
      'Pozycja 5 w kategorii',
      'Kuchnia',
    ],
    [
      'pl',
      'pl-pl',
      'Ranking najlepiej sprzedających się produktów',
      'nr 1 234 w kategorii Kuchnia',
      'Zobacz 100 najlepszych w kategorii Kuchnia',
      'nr 5 w kategorii',
      'Kuchnia',
    ],
  ])('amazon.%s', (suffix, lang, label, first, top, next, category) => {
    const data = read({ elsewhere: ranks(label, first, top, next).replaceAll('&', '&amp;'), lang }, suffix);
    expect(data.bsr).toBe(1234);
    expect(data.bsr_ranks).toEqual([
      { rank: 1234, category, url: '/gp/bestsellers/home/ref=pd_zg_ts_home' },
      { rank: 5, category: 'Kettles (Home)', url: '/gp/bestsellers/home/42/ref=x' },
    ]);
  });

  test.each(['Paid', 'Free'])('are read from the list of e-books: %s', (kind) => {
    const elsewhere = ranks(
      'Best Sellers Rank',
      `#9 ${kind} in Kindle Store`,
      `See Top 100 ${kind} in Kindle Store`,
      '#5 in',
    );
    expect(read({ elsewhere }).bsr_ranks).toMatchObject([{ rank: 9, category: 'Kindle Store' }, { rank: 5 }]);
  });

  test('are read in Arabic digits', () => {
    const elsewhere = ranks('تصنيف الأفضل مبيعاً', '#١٬٤٣١ في المطبخ', 'شاهد أفضل 100 في المطبخ', '#٤١ في');
    expect(read({ elsewhere, lang: 'ar-ae' }, 'sa').bsr_ranks).toMatchObject([
      { rank: 1431, category: 'المطبخ' },
      { rank: 41, category: 'Kettles (Home)' },
    ]);
  });

  test('are read in English on a page of another language', () => {
    const elsewhere = ranks('Best Sellers Rank', '#9 in Home', 'See Top 100', '#5 in');
    expect(read({ elsewhere, lang: 'ja-jp' }, 'co.jp').bsr_ranks).toMatchObject([
      { rank: 9, category: 'Home' },
      { rank: 5 },
    ]);
  });

  test('are read if the category is before the rank', () => {
    const elsewhere = markup`
      <div id="prodDetails">
        <table>
          <tr>
            <th>Amazon 売れ筋ランキング</th>
            <td>
              <span>ホーム - 9,034位 (<a href="/gp/bestsellers/home">ホームの売れ筋ランキングを見る</a>)</span>
              <br>
              <span>
                <a href="/gp/bestsellers/home/7">やかん (ホーム)</a> - 64位</span>
            </td>
          </tr>
        </table>
      </div>
    `;
    expect(read({ elsewhere, lang: 'ja-jp' }, 'co.jp').bsr_ranks).toEqual([
      { rank: 9034, category: 'ホーム', url: '/gp/bestsellers/home' },
      { rank: 64, category: 'やかん (ホーム)', url: '/gp/bestsellers/home/7' },
    ]);
  });

  test('are read from a bullet with a nested list', () => {
    const elsewhere = `<div id="detailBulletsWrapper_feature_div"><ul><li><span class="a-list-item"><span class="a-text-bold"> Best Sellers Rank: </span> #2 in Books (<a href="https://www.amazon.com/gp/bestsellers/books">See Top 100 in Books</a>)
      <ul><li><span class="a-list-item"> #1 in <a href="/gp/bestsellers/books/9">Tea</a></span></li></ul></span></li></ul></div>`;
    expect(read({ elsewhere }).bsr_ranks).toEqual([
      { rank: 2, category: 'Books', url: '/gp/bestsellers/books' },
      { rank: 1, category: 'Tea', url: '/gp/bestsellers/books/9' },
    ]);
  });

  test('use the last category of a path on old pages', () => {
    const elsewhere = `<div id="prodDetails"><table><tr id="SalesRank"><td class="label">Amazon Best Sellers Rank</td><td class="value">#9 in Kitchen (<a href="/gp/bestsellers/kitchen">See top 100</a>)
      <ul class="zg_hrsr"><li class="zg_hrsr_item"><span class="zg_hrsr_rank">#3</span> <span class="zg_hrsr_ladder">in <a href="/gp/bestsellers/kitchen">Kitchen</a> &gt; <b><a href="/gp/bestsellers/kitchen/7">Kettles</a></b></span></li></ul></td></tr></table></div>`;
    expect(read({ elsewhere }).bsr_ranks).toMatchObject([
      { rank: 9, category: 'Kitchen' },
      { rank: 3, category: 'Kettles', url: '/gp/bestsellers/kitchen/7' },
    ]);
  });
});
