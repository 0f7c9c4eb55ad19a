/** A text's signs of money and its numbers, in their order. */
import { currencyCodes, currencySigns } from './currencies.ts';
import { numberSource } from './numbers.ts';

/** A number, or a sign of money, and where it stands. */
export type MoneyToken = NumberToken | SignToken;

/** A number as written. */
export interface NumberToken {
  readonly kind: 'number';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A sign or code of money. */
export interface SignToken {
  readonly kind: 'sign';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const SPECIAL = /[.$]/g;
const STARTS_WITH_LETTER = /^\p{L}/u;
const ENDS_WITH_LETTER = /\p{Script=Latin}$/u;

/** A sign of letters stands for itself, not inside a word. */
function signSource(sign: string): string {
  const before = STARTS_WITH_LETTER.test(sign) && !CJK.test(sign) ? '(?<!\\p{L})' : '';
  const after = ENDS_WITH_LETTER.test(sign) ? '(?!\\p{L})' : '';
  return before + sign.replace(SPECIAL, '\\$&') + after;
}

const CJK = /[\p{Script=Han}\p{Script=Hangul}]/u;
const SIGNS = Object.keys(currencySigns)
  .sort((a, b) => b.length - a.length)
  .map(signSource)
  .join('|');
const CODES = `(?<!\\p{L})(?:${currencyCodes.join('|')})(?!\\p{L})`;
/** `US $` and `USD $`, then every sign and code, then the bare dollar. */
const SIGN = `(?<!\\p{L})(?:US|CA|AU|NZ|HK|NT|MX|R) \\$|${CODES} ?\\$|${SIGNS}|${CODES}|\\$`;
const TOKENS = new RegExp(`(${SIGN})|${numberSource(false)}`, 'gu');
const TOKENS_SPACED = new RegExp(`(${SIGN})|${numberSource(true)}`, 'gu');

/** The signs and numbers of a plain text; `groupsBySpace` takes `1 299` for one number. */
export function moneyTokens(line: string, groupsBySpace: boolean): MoneyToken[] {
  const tokens: MoneyToken[] = [];
  for (const match of line.matchAll(groupsBySpace ? TOKENS_SPACED : TOKENS)) {
    const kind = match[1] === undefined ? 'number' : 'sign';
    tokens.push({ kind, text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/** The currency that a sign names, ISO 4217; a bare `$` is `dollar`. */
export function currencyOf(sign: string, dollar: string): string {
  if (sign === '$') return dollar;
  return currencySigns[sign] ?? currencySigns[sign.replace(' ', '')] ?? sign.slice(0, 3);
}
