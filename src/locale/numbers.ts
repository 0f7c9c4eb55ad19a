/** Numbers, counts and ratings. */
import { anyOf, once } from './phrases.ts';
import { fold, plain } from './text.ts';
import type { Words } from './words/words.ts';

/** Digits with marks between them: `1,299.99`, `1'299`. */
const NUMBER = /\d+(?:[.,']\d+)*/;
/** The same, with blanks between groups of three: `1 299,99`. */
const SPACED_NUMBER = /\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,']\d+)*/;
/** Groups of two or three digits, the last of three: thousands, and the Indian lakhs. */
const GROUPED = /^\d{1,3}(?:[.,' ]\d{2,3})*[.,' ]\d{3}$/;
const MARKS = /[.,' ]/g;

/** What one mark before exactly three digits (`1.299`) is: a group's, the decimal mark if it is the one named, or not to be told. */
export type ThreeDigits = 'group' | 'unsure' | '.' | ',';

/** The source of an expression for one number; `groupsBySpace` takes blanks for marks, as French and Polish pages write. */
export function numberSource(groupsBySpace: boolean): string {
  return groupsBySpace ? SPACED_NUMBER.source : NUMBER.source;
}

/** The value of digits with marks. Of two kinds of mark the last is the decimal one. `undefined` for what is no number. */
export function valueOf(digits: string, threeDigits: ThreeDigits = 'group'): number | undefined {
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

const expressions = once((words: Words) => {
  const number = numberSource(words.numbers.groupsBySpace);
  const suffixes = Object.keys(words.numbers.suffixes);
  return {
    number: new RegExp(number),
    count: new RegExp(`(${number})(?: ?(${anyOf(suffixes)}))?`, 'u'),
    factors: new Map(Object.entries(words.numbers.suffixes).map(([suffix, factor]) => [fold(suffix), factor])),
  };
});

/** The first number in a text, as the language writes it: `4,5 von 5` is 4.5. */
export function readNumber(text: string, words: Words): number | undefined {
  const digits = expressions(words).number.exec(plain(text))?.[0];
  return digits === undefined ? undefined : valueOf(digits, words.numbers.decimal);
}

/**
 * The first count in a text: `2K+` is 2000, `1,2 mil` is 1200. A count is whole: without a suffix every mark groups, in any language,
 * and `4.5` is no count.
 */
export function readCount(text: string, words: Words): number | undefined {
  const { count, factors } = expressions(words);
  const match = count.exec(fold(text));
  if (match?.[1] === undefined) return undefined;
  const factor = match[2] === undefined ? 1 : (factors.get(match[2]) ?? 1);
  const value = valueOf(match[1], factor === 1 ? 'group' : words.numbers.decimal);
  if (value === undefined) return undefined;
  const whole = Math.round(value * factor);
  return Math.abs(whole - value * factor) < 1e-6 ? whole : undefined;
}

/** A number of stars with a fraction of one or two digits. */
const STARS = /\d+(?:[.,]\d{1,2})?(?!\d)/g;
/** Words of the languages that name the scale before the rating. */
const SCALE_FIRST = /のうち|uzerinden|개 중|में से|颗星中/;

/** A rating from 0 to 5: `4.5 out of 5 stars`, `5つ星のうち4.3`. */
export function readRating(text: string): number | undefined {
  const folded = fold(text);
  const numbers = folded.match(STARS)?.map((digits) => Number(digits.replace(',', '.'))) ?? [];
  const rating = SCALE_FIRST.test(folded) && numbers.length > 1 ? numbers[1] : numbers[0];
  return rating !== undefined && rating <= 5 ? rating : undefined;
}
