import { describe, expect, test } from 'vitest';
import { ParseError, parsePage, parseSeller, type StorefrontInfoData } from '../../../src/entries/parse.ts';
import { markup } from '../../markup.ts';

const SELLER = 'A1BUYBOXTEST01';
const address = (suffix = 'com') => `https://www.amazon.${suffix}/sp?ie=UTF8&seller=${SELLER}`;

const state = (key: string, value: unknown) =>
  `<script type="a-state" data-a-state='{"key":"${key}"}'>${JSON.stringify(value)}</script>`;
const ratings = (count: number, stars: number[], counts?: number[]) => ({
  ratingCount: count,
  ...Object.fromEntries(stars.map((share, index) => [`star${5 - index}`, share])),
  ...Object.fromEntries((counts ?? []).map((of, index) => [`star${5 - index}Count`, of])),
});
const row = (label: string, value: string) =>
  `<div class="a-row a-spacing-none"><span class="a-text-bold">${label}:&nbsp;</span><span>${value}</span></div>`;
const lines = (...texts: string[]) =>
  texts.map((text) => `<div class="a-row a-spacing-none indent-left"><span>${text}</span></div>`).join('');
const imprint = (rows: string) =>
  `<div id="page-section-detail-seller-info"><div class="a-box"><div class="a-box-inner">
   <div class="a-row"><h3>Detailed Seller Information</h3></div>${rows}</div></div></div>`;
const header = (feedback = '') =>
  `<div id="page-section-seller-header"><h1 id="seller-name">Lamp House 100%</h1>${feedback}</div>`;
const summary = (text: string) =>
  markup`
    <div id="seller-info-feedback-summary">
      <span>
        <i>
          <span class="a-icon-alt">4.7 out of 5 stars</span>
        </i>
        <a>${text}</a>
      </span>
    </div>
  `;

function read(body: string, suffix = 'com', lang = ''): StorefrontInfoData {
  const html = `<html${lang === '' ? '' : ` lang="${lang}"`}><body>${body}</body></html>`;
  const { data } = parseSeller(html, { url: address(suffix) });
  if (data === null) throw new Error('not found');
  return data;
}

describe('a seller', () => {
  test('can have only a name', () => {
    expect(read(header())).toEqual({
      seller_id: SELLER,
      name: 'Lamp House 100%',
      storefront_url: null,
      rating: 0,
      positive_percent: null,
      ratings_count: null,
      business_name: null,
      business_address: [],
    });
  });

  test('has its id, a relative storefront URL, and a logo if there is one', () => {
    const body = `${header()}${state('spp-page-var-page-state', { sellerID: 'A1BUYBOXTEST02' })}
      <div id="seller-logo-column"><img class="seller-logo-img" src="https://img.example/logo.png"></div>
      <div id="seller-info-storefront-link"><a href="https://www.amazon.com/s?me=A1BUYBOXTEST02&marketplaceID=X">Visit</a></div>`;
    expect(read(body)).toMatchObject({
      seller_id: 'A1BUYBOXTEST02',
      storefront_url: '/s?me=A1BUYBOXTEST02&marketplaceID=X',
      logo_url: 'https://img.example/logo.png',
    });
    expect(read(`${header()}<div id="seller-logo"><img src="/loading-4x.gif"></div>`)).not.toHaveProperty('logo_url');
  });

  test.each([
    [
      'a carousel',
      (item: string) => `<div class="a-carousel-container"><ol class="a-carousel"><li>${item}</li></ol></div>`,
    ],
    ['a list', (item: string) => `<ul><li>${item}</li></ul>`],
    ['a grid', (item: string) => `<div data-asin="B0TESTLAMP">${item}</div>`],
  ])('has no ratings of a product in %s of its header', (_, around) => {
    const product = `<a href="/dp/B0TESTLAMP">Lamp</a><i><span class="a-icon-alt">4.2 out of 5 stars</span></i>
      <span>100% off in the last 12 months (57)</span>`;
    const { rating, positive_percent, ratings_count, is_just_launched } = read(header(around(product)));
    expect({ rating, positive_percent, ratings_count, is_just_launched }).toEqual({
      rating: 0,
      positive_percent: null,
      ratings_count: null,
    });
    const stars = '<i><span class="a-icon-alt">4.7 out of 5 stars</span></i>';
    expect(read(header(`${around(product)}${stars}`)).rating).toBe(4.7);
  });

  test('is detected by its URL', () => {
    expect(parsePage(`<body>${header()}</body>`, { url: address('de') })).toMatchObject({
      page_type: 'seller',
      found: true,
    });
  });
});

describe('feedback', () => {
  test('has four periods in the state blocks', () => {
    const body = `${header(summary('<b>98% positive</b> in the last 12 months (40 ratings)'))}
      ${state('oneMonthRatingsData', ratings(0, [0, 0, 0, 0, 0]))}
      ${state('twelveMonthRatingsData', ratings(40, [90, 5, 0, 3, 3], [36, 2, 0, 1, 1]))}
      ${state('lifetimeRatingsData', ratings(6365, [88, 6, 2, 1, 3]))}
      <span id="effective-timeperiod-rating-year-description">4.8 out of 5</span>
      <span id="effective-timeperiod-rating-lifetime-description">4.7</span>`;
    expect(read(body)).toMatchObject({
      rating: 4.8,
      positive_percent: 95,
      ratings_count: 40,
      is_just_launched: false,
      star_histogram: { '5': 90, '4': 5, '3': 0, '2': 3, '1': 3 },
      feedback: {
        days_30: { count: 0 },
        months_12: { rating: 4.8, positive_percent: 95, neutral_percent: 0, negative_percent: 5, count: 40 },
        lifetime: { rating: 4.7, positive_percent: 94, neutral_percent: 2, negative_percent: 4, count: 6365 },
      },
    });
    expect(read(body).feedback).not.toHaveProperty('days_90');
  });

  test('is read from text without state blocks', () => {
    const body = `${header()}<div id="rating-year"><span class="ratings-reviews">4.9 out of 5</span>
      <div id="rating-365d-num"><span class="ratings-reviews-count">1,234</span> ratings</div></div>
      <div id="rating-ninety-num"><span class="ratings-reviews-count">44</span></div>`;
    expect(read(body)).toMatchObject({
      rating: 4.9,
      ratings_count: 1234,
      feedback: { months_12: { rating: 4.9, count: 1234 }, days_90: { count: 44 } },
    });
  });

  test.each([
    ['98% positive in the last 12 months (1,234 ratings)', 'com', 98, 1234],
    ['98 % positiv in den letzten 12 Monaten (1.234 Bewertungen)', 'de', 98, 1234],
    ['98 % positives au cours des 12 derniers mois (1 234 évaluations)', 'fr', 98, 1234],
    ['Son 12 ayda %98 olumlu (1.234 değerlendirme)', 'com.tr', 98, 1234],
    ['過去12か月で98%の高い評価（1,234件の評価）', 'co.jp', 98, 1234],
  ])('is read from the line below the name: %s', (text, suffix, percent, count) => {
    expect(read(header(summary(text)), suffix)).toMatchObject({
      rating: 4.7,
      positive_percent: percent,
      ratings_count: count,
      is_just_launched: false,
    });
    const stars = '<i><span class="a-icon-alt">4.7 out of 5 stars</span></i>';
    expect(read(header(`${stars}<div>${text}</div>`), suffix)).toMatchObject({
      rating: 4.7,
      positive_percent: percent,
    });
  });

  test('is absent for a new seller', () => {
    expect(read(header('<span id="feedback-no-rating">Just Launched</span>')).is_just_launched).toBe(true);
    expect(read(header('<div>Just launched</div>'))).toMatchObject({ is_just_launched: true, rating: 0 });
    const none = state('lifetimeRatingsData', ratings(0, [0, 0, 0, 0, 0]));
    expect(read(header() + none)).toMatchObject({
      is_just_launched: true,
      positive_percent: null,
      ratings_count: null,
    });
  });

  test('has comments of buyers', () => {
    const feedback = (
      text: string,
      rater: string,
    ) => `<div class="feedback-row"><i><span class="a-icon-alt">5 out of 5 stars</span></i>
      <span id="-expanded" class="expandable-expanded-text">${text}</span><div class="feedback-rater">${rater}</div></div>`;
    const rows = (...list: string[]) => `${header()}<div id="page-section-feedback">${list.join('')}</div>`;
    const en = rows(
      feedback('template-text', 'By template-rater'),
      feedback('Came quickly.', 'By J. Doe on February 28, 2026.'),
    );
    expect(read(en).recent_feedback).toEqual([
      { rating: 5, text: 'Came quickly.', author: 'J. Doe', date: '2026-02-28' },
    ]);
    const de = rows(feedback('Kam schnell.', 'Von Jana am 28. Februar 2026.'));
    expect(read(de, 'de').recent_feedback).toMatchObject([{ author: 'Jana', date: '2026-02-28' }]);
    const other = rows(feedback('Ok.', 'Somebody, someday'));
    expect(read(other).recent_feedback?.[0]).not.toHaveProperty('author');
  });
});

describe('an imprint', () => {
  test('is read for a seller in the EU', () => {
    const body = `${header()}${imprint(
      row('Geschäftsname', 'Lampenhaus GmbH') +
        row('Geschäftsart', 'GmbH') +
        row('Handelsregisternummer', 'HRB 12345') +
        row('UStID', 'DE123456789') +
        row('Telefonnummer', '+49 30 1234567') +
        row('E-Mail', 'post@lampenhaus.example') +
        row('Gesetzlicher Vertreter', 'Jana Muster') +
        row('Kundendienstadresse', '') +
        lines('Nebenweg 2', 'Berlin', '10115', 'DE') +
        row('Geschäftsadresse', '') +
        lines('Hauptstraße 1', 'Berlin', '10115', 'DE') +
        '<div class="a-row"><span>Dieser Verkäufer hat sich verpflichtet.</span></div>',
    )}`;
    expect(read(body, 'de')).toMatchObject({
      business_name: 'Lampenhaus GmbH',
      business_type: 'GmbH',
      trade_register_number: 'HRB 12345',
      vat_number: 'DE123456789',
      phone: '+49 30 1234567',
      email: 'post@lampenhaus.example',
      representative: 'Jana Muster',
      business_address: ['Hauptstraße 1', 'Berlin', '10115', 'DE'],
      customer_service_address: ['Nebenweg 2', 'Berlin', '10115', 'DE'],
    });
  });

  test.each([
    ['com', 'Business Name', 'Business Address'],
    ['de', 'Geschäftsname', 'Geschäftsadresse'],
    ['fr', 'Nom commercial', 'Adresse commerciale'],
    ['it', 'Nome dell’attività', 'Indirizzo aziendale'],
    ['es', 'Nombre comercial', 'Dirección comercial'],
    ['com.br', 'Nome comercial', 'Endereço comercial'],
    ['co.jp', '販売業者', '住所'],
    ['com.tr', 'İşletme adı', 'İş adresi'],
    ['sa', 'اسم الشركة', 'عنوان الشركة'],
    ['nl', 'Bedrijfsnaam', 'Bedrijfsadres'],
    ['pl', 'Nazwa firmy', 'Adres firmy'],
    ['se', 'Företagsnamn', 'Företagsadress'],
  ])('has labels on %s', (suffix, name, where) => {
    const body = `${header()}${imprint(row(name, 'Lamps Ltd') + row(where, '') + lines('Main Road 1', 'Town', 'XX'))}`;
    expect(read(body, suffix)).toMatchObject({
      business_name: 'Lamps Ltd',
      business_address: ['Main Road 1', 'Town', 'XX'],
    });
  });

  test('recognises unknown labels by their position', () => {
    const body = `${header()}${imprint(
      row('商家名稱', 'Lamps Ltd') +
        row('客服地址', '') +
        lines('Side Road 2', 'CN') +
        row('公司地址', '') +
        lines('Main Road 1', 'CN'),
    )}`;
    expect(read(body, 'com', 'zh-TW')).toMatchObject({
      business_name: 'Lamps Ltd',
      customer_service_address: ['Side Road 2', 'CN'],
      business_address: ['Main Road 1', 'CN'],
    });
  });
});

describe("the seller's own text", () => {
  test('is complete and not repeated', () => {
    const body = `${header()}<div id="page-section-about-seller"><h3>About Seller</h3><div id="spp-expander-about-seller">
      <div class="spp-expander-less-content">We sell lamps…</div>
      <div class="a-row spp-expander-more-content hide-content">We sell lamps since 1990.</div></div>
      <div id="seller-contact-text">Have a question?</div></div>`;
    expect(read(body).about).toBe('We sell lamps since 1990.');
  });

  test('is read without an expander, together with the policies', () => {
    const body = `${header()}<div id="page-section-about-seller"><h3>About Seller</h3><p>We sell lamps.</p>
      <div id="seller-contact-text">Have a question?</div><span id="seller-contact-phone">+1 555 0100</span></div>
      <div id="page-section-return-refunds"><h3>Return policies</h3><p>Thirty days.</p></div>
      <div id="page-section-shipping-policies"><h3>Shipping policies</h3><div id="shipping-policies">By post.</div></div>`;
    expect(read(body)).toMatchObject({
      about: 'We sell lamps.',
      phone: '+1 555 0100',
      return_policy: 'Thirty days.',
      shipping_policy: 'By post.',
    });
  });
});

describe('rendered feedback', () => {
  test('distinguishes all time from the last twelve months', () => {
    expect(read(header(summary('100% positive lifetime (11 total ratings)')))).toMatchObject({
      positive_percent: null,
      ratings_count: null,
    });
    expect(
      read(header(summary('97 % positiv in den letzten 12 Monaten (1.234 Bewertungen)')), 'de', 'de-de'),
    ).toMatchObject({ positive_percent: 97, ratings_count: 1234 });
  });

  test('has shares of the stars if they are filled in', () => {
    const shares = (...of: number[]) =>
      ['Five', 'Four', 'Three', 'Two', 'One']
        .map((star, at) => `<span id="percent${star}Star">${of[at]}%</span>`)
        .join('');
    expect(read(`${header()}${shares(80, 9, 5, 2, 4)}`).star_histogram).toEqual({
      '5': 80,
      '4': 9,
      '3': 5,
      '2': 2,
      '1': 4,
    });
    expect(read(`${header()}${shares(0, 0, 0, 0, 0)}`)).not.toHaveProperty('star_histogram');
  });
});

describe('an unknown seller', () => {
  const help = (link = '') =>
    markup`
      <html>
        <head>${link}<title>Amazon.com Help</title>
        </head>
        <body>
          <div class="help-content">
            <h1>Help</h1>
          </div>
        </body>
      </html>
    `;

  test('redirects to a help page and is not found', () => {
    const redirected = 'https://www.amazon.com/gp/help/customer/display.html?nodeId=508510';
    expect(parseSeller(help().replace('help-content', 'x'), { url: redirected })).toEqual({
      page_type: 'seller',
      found: false,
      data: null,
      gaps: [],
    });
    expect(parseSeller(help(), { url: address() })).toMatchObject({ found: false, data: null });
    const link = '<link rel="canonical" href="https://www.amazon.com/gp/help/customer/display.html?nodeId=508510">';
    expect(parsePage(help(link).replace('help-content', 'x'), { url: address() })).toMatchObject({ found: false });
  });

  test('throws ParseError for other pages', () => {
    expect(() => parseSeller('<html><body><p>Something else.</p></body></html>', { url: address() })).toThrow(
      ParseError,
    );
    expect(() => parseSeller('', { url: address() })).toThrow(ParseError);
  });
});
