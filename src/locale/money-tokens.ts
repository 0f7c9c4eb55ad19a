/** Splits a text into its numbers and its currency signs. */
import { currencyCodes, currencySigns } from './currencies.ts';
import { numberSource } from './numbers.ts';
import { plain } from './text.ts';

interface Token<Kind> {
  readonly kind: Kind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A number, as written. */
export type NumberToken = Token<'number'>;
/** A currency sign or code. */
export type SignToken = Token<'sign'>;
/** A number or a currency sign, with its position. */
export type MoneyToken = NumberToken | SignToken;

const SPECIAL = /[.$]/g;
/** Letters that must not touch a sign made of letters. All such signs are Latin. */
const LETTER = '[A-Za-z\\u00c0-\\u024f]';
const STARTS_WITH_LETTER = new RegExp(`^${LETTER}`);
const ENDS_WITH_LETTER = new RegExp(`${LETTER}$`);

/** The source of an expression for any of the signs, the longest first. */
function anySign(signs: readonly string[]): string {
  const sources = [...signs].sort((a, b) => b.length - a.length).map((sign) => sign.replace(SPECIAL, '\\$&'));
  return sources.join('|');
}

const ALL = Object.keys(currencySigns);
const ofLetters = ALL.filter((sign) => STARTS_WITH_LETTER.test(sign) && ENDS_WITH_LETTER.test(sign));
const afterLetters = ALL.filter((sign) => STARTS_WITH_LETTER.test(sign) && !ENDS_WITH_LETTER.test(sign));
const ofSymbols = ALL.filter((sign) => !STARTS_WITH_LETTER.test(sign));
/** `US $` and `USD $`, then signs that end in a symbol (`R$`, `Rs.`), then words and codes, then symbols and `$`. */
const SIGN =
  `(?<!${LETTER})(?:(?:US|CA|AU|NZ|HK|NT|MX|R) \\$|(?:${currencyCodes.join('|')}) ?\\$|${anySign(afterLetters)}` +
  `|(?:${anySign([...ofLetters, ...currencyCodes])})(?!${LETTER}))|${anySign(ofSymbols)}|\\$`;
const TOKENS = new RegExp(`(${SIGN})|${numberSource(false)}`, 'g');
const TOKENS_SPACED = new RegExp(`(${SIGN})|${numberSource(true)}`, 'g');

/** Returns the signs and numbers of a plain text, in order. With `groupsBySpace`, `1 299` is one number. */
export function moneyTokens(line: string, groupsBySpace: boolean): MoneyToken[] {
  const tokens: MoneyToken[] = [];
  for (const match of line.matchAll(groupsBySpace ? TOKENS_SPACED : TOKENS)) {
    const kind = match[1] === undefined ? 'number' : 'sign';
    tokens.push({ kind, text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/** Returns a text without its numbers and currency signs. */
export const withoutMoney = (text: string): string => plain(text).replace(TOKENS, ' ');

/** Returns the currency of a sign (ISO 4217). `dollar` is the currency of `$`. */
export function currencyOf(sign: string, dollar: string): string {
  if (sign === '$') return dollar;
  return currencySigns[sign] ?? currencySigns[sign.replace(' ', '')] ?? sign.slice(0, 3);
}
