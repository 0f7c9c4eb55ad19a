/** Money: an amount and the currency that stands beside it. */
import { thousandths } from './currencies.ts';
import { currencyOf, type MoneyToken, moneyTokens, type NumberToken, type SignToken } from './money-tokens.ts';
import { numberOf, numberSource } from './numbers.ts';
import { plain } from './text.ts';

/** An amount of money as shown. */
export interface Price {
  /** In the currency's main unit. */
  readonly amount: number;
  /** ISO 4217; absent when the text names none. */
  readonly currency?: string;
}

/** What a text alone does not say. */
export interface PriceReading {
  /** What a bare `$` is, ISO 4217. @default 'USD' */
  readonly dollar?: string;
  /** Whether blanks group thousands in the language of the text. @default false */
  readonly groupsBySpace?: boolean;
}

/** Currencies whose amounts are grouped by blanks on a page of any language. */
const GROUPED_BY_SPACE = /(?:zł|kr|Kč|Ft|SEK|PLN|CZK|HUF)(?![a-z])/;
/** A text of one price and nothing else: `1 299,99 €` is no 299.99 in any language. */
const ONE_PRICE = /^[^\d ]{0,4} ?\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})? ?[^\d ]{0,4}$/;
const HAS_DIGIT = /\d/;
/** A number and nothing else. */
const BARE_NUMBER = new RegExp(`^[+-]?(${numberSource(true)})$`);

/** The price in a text: the first, if there are several. A number without a sign counts only when nothing else stands there. */
export function readPrice(text: string, reading: PriceReading = {}): Price | undefined {
  return readPrices(text, reading)[0];
}

/** All prices in a text in their order: both ends of a range, a price and its unit price. Numbers beside words are none. */
export function readPrices(text: string, { dollar = 'USD', groupsBySpace = false }: PriceReading = {}): Price[] {
  const line = plain(text);
  if (!HAS_DIGIT.test(line)) return [];
  const tokens = moneyTokens(line, groupsBySpace || GROUPED_BY_SPACE.test(line) || ONE_PRICE.test(line));
  const signs = signsOf(tokens, line);
  if (signs.size === 0) return bareNumber(line);
  const prices: Price[] = [];
  for (const [number, sign] of [...signs].sort(([a], [b]) => a.start - b.start)) {
    const currency = currencyOf(sign, dollar);
    const amount = numberOf(number.text, thousandths.has(currency) ? '.' : 'group');
    if (amount !== undefined) prices.push({ amount, currency });
  }
  return prices;
}

function bareNumber(line: string): Price[] {
  const digits = BARE_NUMBER.exec(line)?.[1];
  const amount = digits === undefined ? undefined : numberOf(digits);
  return amount === undefined ? [] : [{ amount }];
}

const TOUCHING_OR_BLANK = /^ ?-? ?$/;
/** Between the two ends of a range of which one alone carries the sign. */
const RANGE = /^ ?- ?$/;
const DOLLAR_CODE = /^[A-Z]{3}$/;

/** Which sign each number that is money belongs to. */
function signsOf(tokens: readonly MoneyToken[], line: string): Map<NumberToken, string> {
  const signs = new Map<NumberToken, string>();
  tokens.forEach((token, index) => {
    if (token.kind !== 'sign') return;
    const left = neighbour(tokens[index - 1], token, line);
    const right = neighbour(tokens[index + 1], token, line);
    if (left !== undefined && signs.has(left)) {
      if (signs.get(left) === '$' && DOLLAR_CODE.test(token.text)) signs.set(left, token.text);
      else if (right !== undefined) signs.set(right, token.text);
      return;
    }
    const owner = left === undefined || right === undefined ? (left ?? right) : nearer(left, token, right, tokens);
    if (owner !== undefined) signs.set(owner, token.text);
  });
  completeRanges(tokens, line, signs);
  return signs;
}

/** The number beside a sign, when nothing but a blank or a minus stands between them. */
function neighbour(other: MoneyToken | undefined, sign: SignToken, line: string): NumberToken | undefined {
  if (other?.kind !== 'number') return undefined;
  const gap = other.end <= sign.start ? line.slice(other.end, sign.start) : line.slice(sign.end, other.start);
  return TOUCHING_OR_BLANK.test(gap) ? other : undefined;
}

/** Signs that stand after the amount where either side is possible. */
const AFTER_AMOUNT = /^(?:€|kr\.?|zł|zl|TL|Kč|Ft|лв|円|元|원|[\u0600-\u06ff.]+)$/;

const FRACTION = /[.,]\d\d$/;

/** Of two numbers around a sign: the one that touches it, else as the other signs of the text stand, else the sign's usual side. */
function nearer(left: NumberToken, sign: SignToken, right: NumberToken, tokens: readonly MoneyToken[]): NumberToken {
  const touchesLeft = left.end === sign.start;
  const touchesRight = right.start === sign.end;
  if (touchesLeft !== touchesRight) return touchesLeft ? left : right;
  if (tokens.at(-1)?.kind === 'sign') return left;
  if (tokens[0]?.kind === 'sign') return right;
  if (AFTER_AMOUNT.test(sign.text)) return left;
  // `5,99 $ 20 - 27 juin`: a day of the month has no fraction.
  return FRACTION.test(left.text) && !FRACTION.test(right.text) ? left : right;
}

/** `12,99 - 24,99 €`: the end without a sign shares the other's, when both are written alike. */
function completeRanges(tokens: readonly MoneyToken[], line: string, signs: Map<NumberToken, string>): void {
  for (let index = 1; index < tokens.length; index++) {
    const first = tokens[index - 1];
    const second = tokens[index];
    if (first?.kind !== 'number' || second?.kind !== 'number' || !RANGE.test(line.slice(first.end, second.start)))
      continue;
    if (fractionOf(first) !== fractionOf(second)) continue;
    const sign = signs.get(first) ?? signs.get(second);
    if (sign === undefined) continue;
    signs.set(first, sign);
    signs.set(second, sign);
  }
}

/** How many digits stand after the last mark. */
function fractionOf({ text }: NumberToken): number {
  return text.length - 1 - Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
}
