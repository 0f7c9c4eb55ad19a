/** Hostile texts: what is put into a slot. Each row repeats something, until the text has the asked size. */
import { wordsByLanguage } from '../../src/locale/words/index.ts';
import type { Random } from './random.ts';

export interface HostileText {
  name: string;
  /** Returns a text of about the size. */
  make: (size: number) => string;
}

const repeat = (unit: string, { before = '', after = '' } = {}) => ({
  make: (size: number) =>
    before + unit.repeat(Math.max(1, Math.ceil((size - before.length - after.length) / unit.length))) + after,
});

const counted = (unit: (number: number) => string) => ({
  make: (size: number) => {
    const parts: string[] = [];
    for (let length = 0, at = 1; length < size; at++) length += parts[parts.push(unit(at)) - 1]?.length ?? 1;
    return parts.join('');
  },
});

const TABLE: Readonly<Record<string, Pick<HostileText, 'make'>>> = {
  letters: repeat('a'),
  'letters with an end': repeat('a', { after: '!' }),
  digits: repeat('9'),
  'digits after a currency': repeat('9', { before: '$' }),
  'digits with an end': repeat('1', { after: 'x' }),
  'digits and a fraction': repeat('9', { before: '$', after: '.99' }),
  'a long fraction': repeat('3', { before: '$1.' }),
  zeros: repeat('0', { after: '1' }),
  'Arabic digits': repeat('٩'),
  'Arabic digits with a separator': repeat('٩٩٩٬'),
  'Devanagari digits': repeat('९'),
  'full-width digits': repeat('９'),
  'mathematical digits': repeat('𝟗'),
  thousands: repeat('999,', { after: '999' }),
  'thousands by points': repeat('999.', { after: '999' }),
  'thousands by blanks': repeat('999 '),
  'thousands by narrow blanks': repeat('999\u202f'),
  'one, one': repeat('1,'),
  'one. one': repeat('1.'),
  "one' one": repeat("1'"),
  stars: repeat('4.5 out of 5 stars '),
  exponents: repeat('1e9'),
  'a huge exponent': repeat('9', { before: '1e' }),
  hexadecimal: repeat('f', { before: '0x' }),
  infinity: repeat('Infinity NaN -0 '),
  minus: repeat('-'),
  dashes: repeat('–'),
  'dashes with blanks': repeat(' - '),
  commas: repeat(','),
  points: repeat('.'),
  colons: repeat(':'),
  'colons with blanks': repeat(' : '),
  'full-width colons': repeat('：'),
  'colons before a word': repeat(':', { after: 'a' }),
  'a label and colons': repeat(' :', { before: 'Brand', after: 'x' }),
  'marks and colons': repeat('\u200e:\u200f '),
  semicolons: repeat(';'),
  slashes: repeat('/'),
  bars: repeat('| '),
  'points in the middle': repeat(' · '),
  'brackets open': repeat('('),
  'brackets closed': repeat(')'),
  'brackets in pairs': repeat('()'),
  'nested brackets': { make: (size) => '('.repeat(size / 2) + ')'.repeat(size / 2) },
  'numbers in brackets': repeat('(1) '),
  'an open bracket at the end': repeat('1 ', { after: '(' }),
  'square brackets': repeat('['),
  braces: repeat('{'),
  quotes: repeat('"'),
  'single quotes': repeat("'"),
  'curly quotes': repeat('“'),
  backslashes: repeat('\\'),
  'alternatives of a selector': repeat(',z', { before: 'x"]', after: ',[id="' }),
  'a selector of selectors': { make: (size) => `x"],${':has(i '.repeat(size / 8)}b${')'.repeat(size / 8)},[id="` },
  'escaped quotes': repeat('\\"'),
  dollars: repeat('$'),
  euros: repeat('€ '),
  'all currencies': repeat('$€£¥₹₺zł kr R$ '),
  'currency words': repeat('USD EUR JPY '),
  'per cent': repeat('%'),
  'per cents': repeat('-1% '),
  hashes: repeat('#'),
  ranks: repeat('#1 in '),
  'ranks with links': repeat('#1 in A (See Top 100 in A) '),
  'a range of prices': repeat('$1 - $1 - '),
  'a range without blanks': repeat('$1-'),
  'a range with blanks': { make: (size) => `$1${' '.repeat(size)}-${' '.repeat(size)}x` },
  prices: repeat('$1.00 '),
  'prices after the amount': repeat('1,00 € '),
  'prices without blanks': repeat('1€'),
  'amounts and units': repeat('($1.00/count) '),
  'a price and a unit': repeat(' ', { before: '$1.00', after: '/ ounce' }),
  blanks: repeat(' ', { before: 'a', after: 'b' }),
  'no-break blanks': repeat('\u00a0', { before: '1', after: 'b' }),
  'blanks and digits': repeat(' 1'),
  'tabs and lines': repeat('\t\n', { before: 'a', after: 'b' }),
  lines: repeat('\n', { before: 'a', after: 'b' }),
  'carriage returns': repeat('\r', { before: '1', after: '2' }),
  'line separators': repeat('\u2028'),
  'zero widths': repeat('\u200b', { before: '1', after: '2' }),
  'direction marks': repeat('\u200e\u202e\u2066', { before: '1', after: '2' }),
  'soft hyphens': repeat('\u00ad', { before: 'a', after: 'b' }),
  'private marks': repeat('\u{f0000}'),
  NUL: repeat('\0', { before: 'a' }),
  'control characters': repeat('\x01\x1b[31m\x07\x7f\x9b'),
  'byte order marks': repeat('\ufeff'),
  'lone surrogates': repeat('\ud800'),
  'lone low surrogates': repeat('\udc00a'),
  'combining marks': repeat('\u0301', { before: 'e' }),
  families: repeat('👩‍👩‍👧‍👦'),
  'folded letters': repeat('İ'),
  'sharp s': repeat('ß'),
  ligatures: repeat('ﷺ'),
  'a srcset': repeat('a 1x, '),
  'a srcset of numbers': counted((at) => `a ${at}x, `),
  'a srcset without ends': repeat('a 1'),
  'a srcset of commas': repeat(' ,', { before: 'a' }),
  'a srcset of blanks': repeat(' ', { before: 'a', after: '1x' }),
  ASINs: repeat('B0LANTERN1,'),
  'ASINs in links': repeat('/dp/B0LANTERN1'),
  'encoded links': repeat('%2Fdp%2F'),
  'encoded encodings': repeat('%25'),
  parameters: repeat('&seller='),
  nodes: repeat('n:1,'),
  'long addresses': repeat('a', { before: 'https://', after: '/' }),
  paths: repeat('/..'),
  ats: repeat('@', { before: 'https://' }),
  'data addresses': repeat('a', { before: 'data:text/html,' }),
  'JSON objects': repeat('{"a":'),
  'JSON lists': { make: (size) => '['.repeat(size / 2) + ']'.repeat(size / 2) },
  'JSON of members': { make: (size) => `{${counted((at) => `"k${at}":${at},`).make(size)}"z":0}` },
  'JSON of repeated members': { make: (size) => `{${'"asin":"B0LANTERN1",'.repeat(size / 20)}"asin":1e999}` },
  'JSON of huge numbers': { make: (size) => `{"a":${'9'.repeat(size)}}` },
  'JSON prototypes': { make: (size) => `{"__proto__":{"price":1},"constructor":${'['.repeat(size)}` },
  'a state': { make: (size) => `{"key":"${'a'.repeat(size)}"}` },
  'cut JSON': repeat('{"a":"b",'),
  'literals with comments': repeat('/**/', { before: '{', after: '}' }),
  'literals with open comments': repeat('/*', { before: '{' }),
  'literals with commas': repeat(', ', { before: '{a:1', after: '}' }),
  entities: repeat('&amp;'),
  'entities of numbers': repeat('&#49;'),
  'cut entities': repeat('&am'),
  ampersands: repeat('&'),
  'entities of markup': repeat('&lt;b&gt;'),
  markup: repeat('<b>'),
  'small tags': repeat('<'),
  dates: repeat('January 1, '),
  'dates by numbers': repeat('1/1/'),
  'dates with points': repeat('1. '),
  'Japanese dates': repeat('1月1日'),
  'date ranges': repeat('Jan 1 - '),
  'days and months': repeat('Monday, 1 January - '),
  'hours and minutes': repeat('1 hr 1 min '),
  times: repeat('10:'),
  counts: repeat('1 of 1 of '),
  results: repeat('1-16 of over '),
  'counts of thousands': repeat('1K'),
  dimensions: repeat('1 x '),
  'dimensions with units': repeat('1 inches x '),
  weights: repeat('1 pounds; '),
  months: repeat('JanuaryFebruary'),
  'Reviewed in': repeat('Reviewed in '),
  'Visit the': repeat('Visit the '),
  'left in stock': repeat('Only 1 left '),
  'only and digits': repeat('9', { before: 'Only ', after: ' left' }),
  'Currently unavailable': repeat('Currently unavailable '),
  'no offers': repeat('from $1 no offers '),
  'no and blanks': repeat(' ', { before: 'no', after: 'offers' }),
};

/** The phrases of a language and of each group of its words: `de delivery`. */
const PHRASES = Object.entries(wordsByLanguage).map(([language, words]) => ({
  name: language,
  phrases: phrasesOf({ ...words, language: '' }),
  groups: Object.entries(words)
    .map(([group, rows]) => ({ name: `${language} ${group}`, phrases: group === 'language' ? [] : phrasesOf(rows) }))
    .filter(({ phrases }) => phrases.length > 0),
}));

/** Returns texts of phrases. */
function textsOf({ name, phrases }: { name: string; phrases: readonly string[] }): HostileText[] {
  const at = (number: number) => phrases[number % phrases.length] ?? '';
  return [
    { name: `${name}, one after another`, ...counted((number) => `${at(number)} `) },
    { name: `${name}, with digits`, ...counted((number) => `${at(number)} 1 `) },
    { name: `${name}, each many times`, ...counted((number) => `${at(Math.floor(number / 50))} `) },
    { name: `${name}, without blanks`, ...counted(at) },
  ];
}

const WORDS: readonly HostileText[] = PHRASES.flatMap(({ groups }) => groups.flatMap(textsOf));

function phrasesOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value.replace('*', '')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(phrasesOf);
}

const PLAIN: readonly HostileText[] = Object.entries(TABLE).map(([name, row]) => ({ name, ...row }));

/** All texts. */
export const TEXTS: readonly HostileText[] = [...PLAIN, ...WORDS];

/** Texts for every slot: the words of a language are one text. */
export const TEXTS_OF_SERIES: readonly HostileText[] = [
  ...PLAIN,
  ...PHRASES.flatMap((one) => textsOf(one).slice(0, 2)),
];

/** Returns a text that is almost like an honest one: the text many times, or with a piece of it many times. */
export function almost(honest: string, random: Random): HostileText {
  const isWhole = random.below(4) === 0;
  const from = isWhole ? 0 : random.below(honest.length);
  const to = isWhole ? honest.length : Math.min(honest.length, from + 1 + random.below(6));
  const piece = honest.slice(from, to) || 'a';
  const end = random.pick(['', '!', ' ', ':', '(', 'x']);
  const name = `${JSON.stringify(honest.slice(0, 40))} with ${JSON.stringify(piece.slice(0, 40))} many times, then ${JSON.stringify(end)}`;
  return {
    name,
    make: (size) => honest.slice(0, from) + piece.repeat(Math.ceil(size / piece.length)) + honest.slice(to) + end,
  };
}

/** Picks a text. */
export function textFor(honest: readonly string[], random: Random): HostileText {
  const kind = random.below(10);
  if (kind < 5) return random.pick(PLAIN);
  return kind < 8 && honest.length > 0 ? almost(random.pick(honest), random) : random.pick(WORDS);
}
