/** Reads numbers, counts and ratings. */
import { isExact } from './exact-numbers.ts';
import { anyOf, matcher, once } from './phrases.ts';
import { fold, plain } from './text.ts';
import { scaleFirst } from './words/units.ts';
import type { Words } from './words/words.ts';

const SHARE = '\\d{1,3}(?:[.,]\\d{1,2})?(?!\\d)';
/** A number before the sign, or after it. A blank before the sign and none after it (`10 %25`) means that the sign belongs to the second number. */
const PERCENT = new RegExp(`(?<![\\d.,])(${SHARE})(?:%| %(?!\\d))|%\\s?(${SHARE})`);
const EVERY_PERCENT = new RegExp(`[+-]?(?:${PERCENT.source})`, 'g');
const ARABIC_SIGN = /\u066a/g;

/** Returns the first percentage in a text, 0 to 100. `undefined` if the text has none, or one above 100. */
export function readPercent(text: string): number | undefined {
  const [, before, after] = PERCENT.exec(withPlainSign(text)) ?? [];
  const digits = before ?? after;
  const percent = digits === undefined ? undefined : numberOf(digits);
  return percent !== undefined && percent <= 100 ? percent : undefined;
}

/** Returns the plain text with a blank instead of each percentage. */
export const withoutPercents = (text: string): string => withPlainSign(text).replace(EVERY_PERCENT, ' ');

/** `plain` turns the full-width sign into `%`, but not the Arabic one. */
const withPlainSign = (text: string): string => plain(text).replace(ARABIC_SIGN, '%');

/** Digits with marks between them: `1,299.99`, `1'299`. */
const NUMBER = /\d+(?:[.,']\d+)*/;
/** The same, with blanks between groups of three: `1 299,99`. */
const SPACED_NUMBER = /\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,']\d+)*/;
/** Groups of two or three digits, the last of three: thousands, and the Indian lakhs. */
const GROUPED = /^\d{1,3}(?:[.,' ]\d{2,3})*[.,' ]\d{3}$/;
const MARKS = /[.,' ]/g;

/** How to read a single mark before three digits (`1.299`): it groups, it is ambiguous, or this mark is the decimal mark and the other groups. */
export type ThreeDigits = 'group' | 'unsure' | '.' | ',';

/** Returns the source of an expression for one number. With `groupsBySpace` blanks group, as on French and Polish pages. */
export const numberSource = (groupsBySpace: boolean): string => (groupsBySpace ? SPACED_NUMBER.source : NUMBER.source);

/**
 * Returns the value of digits with marks. Of two kinds of marks the last is the decimal mark. `undefined` if the marks make no sense, or if the
 * number is too large to be exact.
 */
export function numberOf(digits: string, threeDigits: ThreeDigits = 'group'): number | undefined {
  const number = readDigits(digits, threeDigits);
  return number !== undefined && isExact(number) ? number : undefined;
}

function readDigits(digits: string, threeDigits: ThreeDigits): number | undefined {
  const marks = digits.match(MARKS) ?? [];
  const mark = marks.at(-1);
  if (mark === undefined) return Number(digits);
  const at = digits.lastIndexOf(mark);
  const isOnce = digits.indexOf(mark) === at;
  const isFraction = (mark === '.' || mark === ',') && isOnce;
  if (marks.length > 1) return isFraction ? decimal(digits, at) : isOnce ? undefined : grouped(digits);
  const couldGroup = digits.length - at === 4 && at <= 3 && !digits.startsWith('0');
  if (!isFraction || (couldGroup && threeDigits === 'group')) return grouped(digits);
  if (!couldGroup || threeDigits === mark) return decimal(digits, at);
  return threeDigits === 'unsure' ? undefined : grouped(digits);
}

function decimal(digits: string, at: number): number | undefined {
  const whole = grouped(digits.slice(0, at));
  return whole === undefined ? undefined : Number(`${whole}.${digits.slice(at + 1)}`);
}

function grouped(digits: string): number | undefined {
  const bare = digits.replace(MARKS, '');
  if (bare === digits) return Number(digits);
  const kinds = new Set(digits.match(MARKS));
  return kinds.size === 1 && GROUPED.test(digits) ? Number(bare) : undefined;
}

/** `2 xyz+`: an unknown factor. */
const UNKNOWN_SUFFIX = ' ?[^\\d\\s+.,;:()-]{1,12}\\.?\\+';

const expressions = once(({ numbers }: Words) => {
  const number = numberSource(numbers.groupsBySpace);
  return {
    number: new RegExp(number),
    counts: new RegExp(`(${number})(?: ?(${anyOf(Object.keys(numbers.suffixes))})|(${UNKNOWN_SUFFIX}))?`, 'gu'),
    factors: new Map(Object.entries(numbers.suffixes).map(([suffix, factor]) => [fold(suffix), factor])),
    asides: new RegExp(anyOf(numbers.asides), 'gu'),
  };
});

/** Returns the first number in a text: `4,5 von 5` is 4.5. */
export function readNumber(text: string, words: Words): number | undefined {
  const digits = expressions(words).number.exec(plain(text))?.[0];
  return digits === undefined ? undefined : numberOf(digits, words.numbers.decimal);
}

/**
 * Returns the first count in a text: `2K+` is 2000, `1,2 mil` is 1200. Counts are whole numbers: without a suffix every mark groups, and `4.5` is
 * not a count.
 */
export function readCount(text: string, words: Words): number | undefined {
  const [first] = countsIn(text, words);
  return first;
}

/** Returns all counts in a text, in order: `1-48 of over 3,000 results`. Other numbers are left out. */
export const readCounts = (text: string, words: Words): number[] =>
  [...countsIn(text, words)].filter((count) => count !== undefined);

function* countsIn(text: string, words: Words): Generator<number | undefined, void, void> {
  const { counts, factors, asides } = expressions(words);
  for (const [, digits, suffix, unknown] of fold(text).replace(asides, ' ').matchAll(counts)) {
    if (digits === undefined) continue;
    const factor = suffix === undefined ? 1 : (factors.get(suffix) ?? 1);
    const value = numberOf(digits, factor === 1 ? 'group' : words.numbers.decimal);
    yield value === undefined || unknown !== undefined ? undefined : wholeCount(value, factor);
  }
}

function wholeCount(value: number, factor: number): number | undefined {
  const count = Math.round(value * factor);
  return isExact(count) && Math.abs(count - value * factor) < 1e-6 ? count : undefined;
}

const NUMBERS = /\d+(?:[.,]\d+)*/g;
/** A number of stars, with at most two decimals. */
const STARS = /^\d(?:[.,]\d{1,2})?$/;
const DECIMAL_STARS = /^[0-4][.,]\d{1,2}$/;
const SCALE_FIRST = matcher(scaleFirst);

/** Reads a rating from 0 to 5: `4.5 out of 5 stars`, `5つ星のうち4.3`. */
export function readRating(text: string): number | undefined {
  const folded = fold(text);
  const [first, second] = folded.match(NUMBERS) ?? [];
  // The best rating has no decimals: "5 ... 4.5" in a language without words for it. "5 (2.5K)" can be a number of ratings.
  const isScaleFirst = SCALE_FIRST.test(folded);
  const isLikely = !isScaleFirst && first === '5' && DECIMAL_STARS.test(second ?? '');
  if (isLikely && !folded.endsWith(second ?? '')) return undefined;
  const stars = isScaleFirst || isLikely ? second : first;
  if (stars === undefined || !STARS.test(stars)) return undefined;
  const rating = Number(stars.replace(',', '.'));
  return rating <= 5 ? rating : undefined;
}
