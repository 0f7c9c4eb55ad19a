/** Hostile texts: what readers of texts, URLs, headers and files get from people who try to break them. */
import fc from 'fast-check';

/** Digits of all scripts, also full-width and mathematical ones. */
const DIGITS = ['0', '1', '9', '٠', '٩', '۵', '०', '९', '৩', '੪', '５', '๙', '𝟗', '²', '½', '四', 'Ⅷ'];
const SEPARATORS = [
  '.',
  ',',
  "'",
  ' ',
  '\u00a0',
  '\u202f',
  '٫',
  '٬',
  '،',
  '-',
  '–',
  '/',
  ':',
  ';',
  '~',
  '%',
  '٪',
  '％',
  '(',
  ')',
  '*',
  '+',
  '#',
  '&',
  '?',
  '=',
];
const SIGNS = ['$', '€', '£', '¥', '₹', '￥', '円', 'kr', 'zł', 'TL', 'R$', 'US$', 'د.إ.', 'ر.س', 'SAR'];
const LETTERS = [
  'a',
  'Z',
  'é',
  'ß',
  'İ',
  'ı',
  'ł',
  'ﷺ',
  'م',
  'ش',
  '月',
  '日',
  'の',
  'ア',
  '가',
  'ह',
  'Ω',
  'я',
  'ﬁ',
  '😀',
];
const MARKS = [
  '\u0301',
  '\u064b',
  '\u0328',
  '\u200e',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u00ad',
  '\ud800',
  '\udfff',
  '\0',
  '\n',
  '\r',
  '\t',
  '\u2028',
  '\u001b[',
];
const WORDS = [
  'March ',
  'to ',
  'free ',
  'Used - ',
  'x ',
  'cm',
  'kg',
  'today',
  'Only ',
  ' left',
  'out of 5',
  ' - ',
  '2026',
  '05:12:33',
  '%E0',
  '%2F',
  'Infinity',
  'NaN',
  '1e999',
  '0x1f',
  '__proto__',
  '{"',
  '"}',
  '<!--',
  '://',
  '..',
];

const piece = fc.constantFrom(...DIGITS, ...DIGITS, ...SEPARATORS, ...SIGNS, ...LETTERS, ...MARKS, ...WORDS);

/** Any characters, also halves of pairs. `unit: 'binary'` of fast-check takes a second to begin: it makes a table of all characters. */
export const anyText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(0x10ffff), { maxLength }).map((codes) => String.fromCodePoint(...codes));

/** A text of hostile pieces, sometimes with a run of one of them. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
  anyText(60),
  fc
    .tuple(
      fc.array(piece, { maxLength: 5 }),
      piece,
      fc.constantFrom(3, 17, 60, 310, 1200),
      fc.array(piece, { maxLength: 5 }),
    )
    .map(([before, one, count, after]) => before.join('') + one.repeat(count) + after.join('')),
);

/** Runs of 200,000 characters. */
export const longRuns: readonly string[] = [
  ...DIGITS,
  '1 ',
  '1.',
  '1,',
  '1 299 ',
  '$1 ',
  'Used - ',
  'March ',
  '(',
  '\u0301',
  '\u202e',
  '\ud800',
  '\0',
  ' ',
].map((one) => one.repeat(Math.ceil(200_000 / one.length)));
