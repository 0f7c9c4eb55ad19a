/** Percentages in any language: `25%`, `25 %`, `%25`, `٢٥٪`, `２５％`. */
import { numberOf } from './numbers.ts';
import { plain } from './text.ts';

const NUMBER = '\\d{1,3}(?:[.,]\\d{1,2})?(?!\\d)';
/** A number before the sign, or after it. A blank before the sign and none after it (`10 %25`) means that the sign belongs to the second number. */
const PERCENT = new RegExp(`(?<![\\d.,])(${NUMBER})(?:%| %(?!\\d))|%\\s?(${NUMBER})`);
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
export function withoutPercents(text: string): string {
  return withPlainSign(text).replace(EVERY_PERCENT, ' ');
}

/** `plain` turns the full-width sign into `%`, but not the Arabic one. */
function withPlainSign(text: string): string {
  return plain(text).replace(ARABIC_SIGN, '%');
}
