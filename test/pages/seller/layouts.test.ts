import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSeller, type StorefrontInfoData } from '../../../src/entries/parse.ts';
import { wordsByLanguage } from '../../../src/locale/words/index.ts';
import type { LanguageCode } from '../../../src/locale/words/words.ts';

const SELLER = 'A1BUYBOXTEST01';

/** The site of each language, and a line "N positive in the last 12 months (N ratings)". */
const SITES: Readonly<Record<LanguageCode, readonly [site: string, summary: string]>> = {
  en: ['com', '98% positive in the last 12 months (1,204 ratings)'],
  de: ['de', '98% positiv in den letzten 12 Monaten (1.204 Bewertungen)'],
  fr: ['fr', '98 % positif au cours des 12 derniers mois (1 204 évaluations)'],
  it: ['it', '98% positivo negli ultimi 12 mesi (1.204 valutazioni)'],
  es: ['es', '98 % positivas en los últimos 12 meses (1.204 valoraciones)'],
  pt: ['com.br', '98% positivos nos últimos 12 meses (1.204 avaliações)'],
  ja: ['co.jp', '過去12か月で98%の高評価（1,204件の評価）'],
  tr: ['com.tr', 'son 12 ayda %98 olumlu (1.204 değerlendirme)'],
  ar: ['sa', '98% إيجابي خلال آخر 12 شهرًا (1,204 تقييم)'],
  nl: ['nl', '98% positief in de afgelopen 12 maanden (1.204 beoordelingen)'],
  pl: ['pl', '98% pozytywnych w ciągu ostatnich 12 miesięcy (1204 oceny)'],
  sv: ['se', '98 % positiva under de senaste 12 månaderna (1 204 betyg)'],
};
const LANGUAGES = Object.keys(SITES) as LanguageCode[];

const VALUES = {
  businessName: 'Lamp House Trading',
  businessType: 'Privately owned',
  tradeRegister: 'HRB 990011',
  vat: 'DE999000111',
  phone: '+49 40 5550100',
  email: 'hello@lamphouse.example',
  representative: 'Wiebke Ohlsen',
} as const;
type Name = keyof typeof VALUES;
const NAMES = Object.keys(VALUES) as Name[];
const OFFICE = ['12 Harbour Lane', 'Rear building', 'Hamburg', '20459', 'DE'];
const SERVICE = ['4 Granary Row', 'Hamburg', '20457', 'DE'];

/** The result of the parser for {@link VALUES}. */
const READ = {
  name: 'Lamp House',
  business_name: VALUES.businessName,
  business_type: VALUES.businessType,
  trade_register_number: VALUES.tradeRegister,
  vat_number: VALUES.vat,
  phone: VALUES.phone,
  email: VALUES.email,
  representative: VALUES.representative,
  business_address: OFFICE,
  customer_service_address: SERVICE,
  positive_percent: 98,
  ratings_count: 1204,
  storefront_url: `/s?me=${SELLER}`,
} satisfies Partial<StorefrontInfoData>;

interface Parts {
  label: (name: Name | 'businessAddress' | 'customerServiceAddress') => string;
  summary: string;
}

/** A list below the profile, and a table of feedback. */
function old({ label, summary }: Parts): string {
  const item = (name: Name) =>
    `<li><span class="a-list-item"><span class="a-text-bold">${label(name)}:</span>${VALUES[name]}</span></li>`;
  const address = (name: 'businessAddress' | 'customerServiceAddress', lines: readonly string[]) =>
    `<li><span class="a-list-item"><span class="a-text-bold">${label(name)}:</span>
      <ul>${lines.map((line) => `<li><span class="a-list-item">${line}</span></li>`).join('')}</ul></span></li>`;
  const cells = (...values: string[]) =>
    `<tr>${['', ...values].map((value) => `<td><span>${value}</span></td>`).join('')}</tr>`;
  return `<div id="seller-profile-container"><div><h1 id="sellerName">Lamp House</h1>
    <div id="seller-feedback-summary"><i class="a-icon"><span class="a-icon-alt"></span></i><a>${summary}</a></div>
    <div id="storefront-link"><a href="/s?me=${SELLER}">Lamp House</a></div></div>
    <div id="feedback-content"><table id="feedback-summary-table">${cells('30', '90', '12', '~')}
    ${cells('97%', '96%', '98%', '95%')}${cells('1%', '2%', '1%', '2%')}${cells('2%', '2%', '1%', '3%')}
    ${cells('110', '301', '1204', '20411')}</table></div>
    <div><div><ul>${NAMES.map(item).join('')}${address('customerServiceAddress', SERVICE)}${address('businessAddress', OFFICE)}
    </ul></div></div></div>`;
}

/** Sections with rows. */
function sections({ label, summary }: Parts): string {
  const row = (name: Name) =>
    `<div class="a-row"><span class="a-text-bold">${label(name)}:&nbsp;</span><span>${VALUES[name]}</span></div>`;
  const address = (name: 'businessAddress' | 'customerServiceAddress', lines: readonly string[]) =>
    `<div class="a-row"><span class="a-text-bold">${label(name)}:&nbsp;</span></div>
     ${lines.map((line) => `<div class="a-row indent-left"><span>${line}</span></div>`).join('')}`;
  return `<div id="page-section-seller-header"><h1 id="seller-name">Lamp House</h1>
    <div id="seller-info-feedback-summary"><a>${summary}</a></div>
    <div id="seller-info-storefront-link"><a href="/s?me=${SELLER}">Lamp House</a></div></div>
    <div id="page-section-detail-seller-info"><div><div class="a-row"><h3>~</h3></div>${NAMES.map(row).join('')}
    ${address('customerServiceAddress', SERVICE)}${address('businessAddress', OFFICE)}</div></div>`;
}

/** A table of definitions, and the state of the page. */
function definitions({ label, summary }: Parts): string {
  const pair = (name: Name) => `<div><dt>${label(name)}</dt><dd>${VALUES[name]}</dd></div>`;
  const address = (name: 'businessAddress' | 'customerServiceAddress', lines: readonly string[]) =>
    `<div><dt>${label(name)}</dt><dd>${lines.join('<br>')}</dd></div>`;
  return `<script type="a-state" data-a-state='{"key":"spp-page-var-page-state"}'>{"sellerID":"${SELLER}"}</script>
    <header id="page-section-seller-header"><h1>Lamp House</h1><p>${summary}</p><a href="/s?me=${SELLER}">~</a></header>
    <section><h2>~</h2><dl>${NAMES.map(pair).join('')}
    ${address('customerServiceAddress', SERVICE)}${address('businessAddress', OFFICE)}</dl></section>`;
}

const LAYOUTS = { old, sections, definitions };

function page(layout: (parts: Parts) => string, language: LanguageCode): string {
  const [, summary] = SITES[language];
  const label = (name: keyof typeof VALUES | 'businessAddress' | 'customerServiceAddress') => {
    const [first = ''] = wordsByLanguage[language].seller[name];
    return first.replace(/\*$/, '').replace(/^./u, (letter) => letter.toUpperCase());
  };
  return `<html lang="${language}"><head><title>x</title></head><body>${layout({ label, summary })}</body></html>`;
}

function read(html: string, language: LanguageCode): StorefrontInfoData {
  const { data } = parseSeller(html, { url: `https://www.amazon.${SITES[language][0]}/sp?seller=${SELLER}` });
  if (data === null) throw new Error('not found');
  return data;
}

describe.each(Object.entries(LAYOUTS))('a profile of the layout "%s"', (_, layout) => {
  it.each(LANGUAGES)('is read whole in the language %s', (language) => {
    expect(read(page(layout, language), language)).toMatchObject(READ);
  });

  it('is right or absent, never wrong, when the page is changed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LANGUAGES),
        fc.integer({ min: 0, max: 60 }),
        fc.constantFrom(...CHANGES),
        (language, at, change) => {
          const changed = change(page(layout, language), at);
          const known = readOrNothing(changed, language);
          for (const [name, value] of Object.entries(known))
            if (Object.hasOwn(READ, name) && !isAbsent(value))
              expect({ [name]: value }).toEqual({ [name]: READ[name as keyof typeof READ] });
        },
      ),
    );
  });
});

function readOrNothing(html: string, language: LanguageCode): Partial<StorefrontInfoData> {
  try {
    return read(html, language);
  } catch {
    return {};
  }
}

function isAbsent(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Replaces the match with a number, of those that a pattern has. */
function replaceOne(html: string, pattern: RegExp, at: number, change: (text: string) => string): string {
  const found = [...html.matchAll(pattern)];
  const match = found[at % Math.max(found.length, 1)];
  if (match === undefined) return html;
  return html.slice(0, match.index) + change(match[0]) + html.slice(match.index + match[0].length);
}

/** A row with a label: the lines of an address are not rows of their own. */
const ROW =
  /<li><span class="a-list-item"><span class="a-text-bold">(?:(?!<li>|<ul>).)*?<\/li>|<div class="a-row"><span.*?<\/div>|<dt>.*?<\/dd>/gs;

const CHANGES: readonly ((html: string, at: number) => string)[] = [
  // An id gets another name, or all of them.
  (html, at) => replaceOne(html, / id="[^"]+"/g, at, () => ' id="renamed"'),
  (html) => html.replace(/ id="[^"]+"/g, ' id="renamed"'),
  // A class is dropped, or all of them.
  (html, at) => replaceOne(html, / class="[^"]+"/g, at, () => ''),
  (html) => html.replace(/ class="[^"]+"/g, ' class="renamed"'),
  // Rows become other elements; an element is wrapped.
  (html) => html.replace(/<(\/?)li>/g, '<$1div>').replace(/<(\/?)ul>/g, '<$1section>'),
  (html) =>
    html.replace(/<div class="a-row/g, '<div><div class="a-row').replace(/<\/span><\/div>/g, '</span></div></div>'),
  (html, at) => replaceOne(html, /<(?:li|span class="a-list-item"|dd)>/g, at, (tag) => `${tag}<!-- x -->`),
  // A row disappears, or is there twice.
  (html, at) => replaceOne(html, ROW, at, () => ''),
  (html, at) => replaceOne(html, ROW, at, (row) => row + row),
];

describe('the table of feedback', () => {
  const table = (heading: string[], ...rows: string[][]) =>
    `<h1 id="sellerName">Lamp House</h1><table>${[heading, ...rows]
      .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
      .join('')}</table>`;
  const HEADING = ['', '30 days', '90 days', '12 months', 'Lifetime'];

  it('has a column for each period', () => {
    const { feedback } = read(
      table(
        HEADING,
        ['Positive', '-', '96%', '98%', '95%'],
        ['Neutral', '-', '2%', '1%', '2%'],
        ['Negative', '-', '2%', '1%', '3%'],
        ['Count', '0', '301', '1,204', '20,411'],
      ),
      'en',
    );
    expect(feedback).toEqual({
      days_30: { count: 0 },
      days_90: { positive_percent: 96, neutral_percent: 2, negative_percent: 2, count: 301 },
      months_12: { positive_percent: 98, neutral_percent: 1, negative_percent: 1, count: 1204 },
      lifetime: { positive_percent: 95, neutral_percent: 2, negative_percent: 3, count: 20411 },
    });
  });

  it('is not read with other headings, nor when its shares do not add up', () => {
    const rows = [
      ['Positive', '97%', '96%', '98%', '95%'],
      ['Neutral', '1%', '2%', '1%', '2%'],
    ];
    expect(read(table(['', '10', '20', '30', '40'], ...rows), 'en')).not.toHaveProperty('feedback');
    expect(
      read(table(HEADING, ...rows, ['Negative', '50%', '50%', '50%', '50%']), 'en').feedback?.months_12,
    ).toBeUndefined();
  });
});

it('has the code of a state in an address, but never two addresses', () => {
  const lines = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');
  const profile = (rows: string) =>
    `<h1 id="sellerName">Lamp House</h1><div id="seller-profile-container">${rows}</div>`;
  const office = lines('Business Name: Lamp Ltd', 'Business Address:', '12 Juniper Way', 'Boise', 'ID', '83702', 'US');
  expect(read(profile(office), 'en').business_address).toEqual(['12 Juniper Way', 'Boise', 'ID', '83702', 'US']);
  expect(read(profile(office + lines('We sell lamps')), 'en').business_address).toHaveLength(5);
  const two = lines('Business Name: Lamp Ltd', 'Business Address:', 'A 1', 'B', 'DE', 'C 2', 'D', '1000', 'DE');
  expect(read(profile(two), 'en').business_address).toEqual([]);
});

describe('an imprint in lines', () => {
  const body = (lines: string) =>
    `<h1 id="sellerName">Lamp House</h1><div id="seller-profile-container">${lines}</div>`;

  it('has no address without the code of its country', () => {
    const { business_address } = read(
      body('<p>Business Name: Lamp Ltd</p><p>Business Address:</p><p>1 Row</p><p>Town</p>'),
      'en',
    );
    expect(business_address).toEqual([]);
  });

  it('ends with a line that is neither a label nor an address', () => {
    const data = read(body('<p>Business Name: Lamp Ltd</p><p>We sell lamps</p><p>Phone: 555 0100</p>'), 'en');
    expect(data.business_name).toBe('Lamp Ltd');
    expect(data).not.toHaveProperty('phone');
  });

  it('needs the whole label', () => {
    expect(read(body('<p>Your business name matters: call us</p>'), 'en').business_name).toBeNull();
  });
});

it('reads the name from the title of a profile without ids', () => {
  const html = `<html lang="en"><head><title>Amazon.com Seller Profile: Lamp House</title></head><body>
    <script type="a-state" data-a-state='{"key":"spp-page-var-page-state"}'>{"sellerID":"${SELLER}"}</script></body></html>`;
  expect(read(html, 'en').name).toBe('Lamp House');
});
