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
/** Letters that a sign of letters must not touch; those of Latin script are all that the signs have. */
const LETTER = '[A-Za-z\\u00c0-\\u024f]';
const STARTS_WITH_LETTER = new RegExp(`^${LETTER}`);
const ENDS_WITH_LETTER = new RegExp(`${LETTER}$`);

/** Signs, the longest first; those of letters stand for themselves, not inside a word. */
function anySign(signs: readonly string[]): string {
  const sources = [...signs].sort((a, b) => b.length - a.length).map((sign) => sign.replace(SPECIAL, '\\$&'));
  return sources.join('|');
}

const ALL = Object.keys(currencySigns);
const ofLetters = ALL.filter((sign) => STARTS_WITH_LETTER.test(sign) && ENDS_WITH_LETTER.test(sign));
const afterLetters = ALL.filter((sign) => STARTS_WITH_LETTER.test(sign) && !ENDS_WITH_LETTER.test(sign));
const ofSymbols = ALL.filter((sign) => !STARTS_WITH_LETTER.test(sign));
/** `US $` and `USD $`, then signs that end in a symbol (`R$`, `Rs.`), then words and codes; then symbols alone, the bare dollar too. */
const SIGN =
  `(?<!${LETTER})(?:(?:US|CA|AU|NZ|HK|NT|MX|R) \\$|(?:${currencyCodes.join('|')}) ?\\$|${anySign(afterLetters)}` +
  `|(?:${anySign([...ofLetters, ...currencyCodes])})(?!${LETTER}))|${anySign(ofSymbols)}|\\$`;
const TOKENS = new RegExp(`(${SIGN})|${numberSource(false)}`, 'g');
const TOKENS_SPACED = new RegExp(`(${SIGN})|${numberSource(true)}`, 'g');

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
