/** Prices: an amount and the currency next to it. */
import { thousandths } from './currencies.ts';
import { currencyOf, type MoneyToken, moneyTokens, type NumberToken, type SignToken } from './money-tokens.ts';
import { numberOf, numberSource } from './numbers.ts';
import { plain } from './text.ts';

/** An amount of money as shown. */
export interface Price {
  /** In the currency's main unit. */
  readonly amount: number;
  /** ISO 4217. Absent if the text names none. */
  readonly currency?: string;
}

/** Facts that the text alone does not have. */
export interface PriceReading {
  /** The currency of a `$` without letters (ISO 4217). @default 'USD' */
  readonly dollar?: string;
  /** Whether the language of the text groups thousands by blanks. @default false */
  readonly groupsBySpace?: boolean;
}

/** Currencies whose amounts are grouped by blanks in every language. */
const GROUPED_BY_SPACE = /(?:zł|kr|Kč|Ft|SEK|PLN|CZK|HUF)(?![a-z])/;
/** A text with one price and nothing else: `1 299,99 €` is never 299.99. */
const ONE_PRICE = /^[^\d ]{0,4} ?\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})? ?[^\d ]{0,4}$/;
const HAS_DIGIT = /\d/;
/** A number and nothing else. */
const BARE_NUMBER = new RegExp(`^[+-]?(${numberSource(true)})$`);

/** Returns all prices in a text, in their order: both ends of a range, a price and its unit price. Numbers without a currency are not prices. */
export function readPrices(text: string, { dollar = 'USD', groupsBySpace = false }: PriceReading = {}): Price[] {
  const line = plain(text);
  if (!HAS_DIGIT.test(line)) return [];
  const signs = signsByNumber(line, groupsBySpace);
  if (signs.length === 0) return bareNumber(line);
  return signs.flatMap(([number, sign]) => priceOf(number, sign, dollar) ?? []);
}

/**
 * Returns the lowest and the highest price of a range: `$9.99 - $12.99`, `12,99 – 24,99 €`, `￥980～￥1,980`. `undefined` unless a dash is
 * between the first two prices and they differ.
 */
export function readPriceRange(
  text: string,
  { dollar = 'USD', groupsBySpace = false }: PriceReading = {},
): PriceRange | undefined {
  const line = plain(text);
  const [first, second] = signsByNumber(line, groupsBySpace);
  if (first === undefined || second === undefined) return undefined;
  const between = line.slice(first[0].end, second[0].start);
  const gap = [first[1], second[1]].reduce((rest, sign) => rest.replace(sign, ''), between);
  return RANGE.test(gap) ? priceRangeOf([priceOf(...first, dollar), priceOf(...second, dollar)]) : undefined;
}

/** The lowest and the highest price of a range. */
export type PriceRange = readonly [low: Price, high: Price];

/** Returns two different prices as a range. `undefined` for more or fewer prices, and for two equal ones. */
export function priceRangeOf(prices: readonly (Price | undefined)[]): PriceRange | undefined {
  const [one, other, ...more] = prices;
  if (one === undefined || other === undefined || more.length > 0 || one.amount === other.amount) return undefined;
  return one.amount < other.amount ? [one, other] : [other, one];
}

/** The numbers that are prices, each with its currency sign, in the order of the text. */
function signsByNumber(line: string, groupsBySpace: boolean): [NumberToken, string][] {
  const tokens = moneyTokens(line, groupsBySpace || GROUPED_BY_SPACE.test(line) || ONE_PRICE.test(line));
  return [...signsOf(tokens, line)].sort(([a], [b]) => a.start - b.start);
}

/** The cents of an amount whose whole part is elsewhere: "23 , 00 €". */
const CENTS_ALONE = /^0\d/;

function priceOf(number: NumberToken, sign: string, dollar: string): Price | undefined {
  if (CENTS_ALONE.test(number.text)) return undefined;
  const currency = currencyOf(sign, dollar);
  const amount = numberOf(number.text, thousandths.has(currency) ? '.' : 'group');
  return amount === undefined ? undefined : { amount, currency };
}

function bareNumber(line: string): Price[] {
  const digits = BARE_NUMBER.exec(line)?.[1];
  const amount = digits === undefined ? undefined : numberOf(digits);
  return amount === undefined ? [] : [{ amount }];
}

const TOUCHING_OR_BLANK = /^ ?-? ?$/;
/** Between the two numbers of a range, without their currency signs. */
const RANGE = /^ {0,2}[-~] {0,2}$/;
const DOLLAR_CODE = /^[A-Z]{3}$/;

/** Finds the currency sign of each number. Numbers without one are left out. */
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

/** The number next to a sign, if at most a blank or a minus is between them. */
function neighbour(other: MoneyToken | undefined, sign: SignToken, line: string): NumberToken | undefined {
  if (other?.kind !== 'number') return undefined;
  const gap = other.end <= sign.start ? line.slice(other.end, sign.start) : line.slice(sign.end, other.start);
  return TOUCHING_OR_BLANK.test(gap) ? other : undefined;
}

/** Signs that belong to the amount before them if there is one on either side. */
const AFTER_AMOUNT = /^(?:€|kr\.?|zł|zl|TL|Kč|Ft|лв|円|元|원|[\u0600-\u06ff.]+)$/;

const FRACTION = /[.,]\d\d$/;

/** Of the numbers on either side of a sign: the one that touches it, else the side that the other signs of the text are on, else the usual side. */
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

/** `12,99 - 24,99 €`: the number without a sign gets the sign of the other, if both have the same number of decimals. */
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

/** The number of digits after the last mark. */
const fractionOf = ({ text }: NumberToken): number =>
  text.length - 1 - Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
