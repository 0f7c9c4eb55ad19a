import { describe, expect, it } from 'vitest';
import { BlockedError, ParseError } from '../../src/entries/parse.ts';
import { PageLimit } from '../../src/html/index.ts';
import { fromWire, toWire } from '../../src/local/workers/wire-error.ts';
import { judged, limitOf, ofError } from './verdict.ts';

describe('the outcome', () => {
  it('of finite numbers is right', () => {
    expect(judged({ found: true, data: { price: 1.5, count: 2 ** 53 - 1 } })).toEqual({ result: 'page' });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -1e94])('of %s is a failure with its path', (price) => {
    const { failure } = judged({ found: true, data: { offers: [{ price }] } });
    expect(failure).toEqual({ kind: 'number', detail: `.data.offers.#.price is ${price}` });
  });

  it('of a typed error is its code, also if a limit of the page is its cause', () => {
    expect(ofError(new BlockedError('a robot check.', { code: 'CAPTCHA' }))).toEqual({ result: 'CAPTCHA' });
    const limited = new ParseError('too large.', { cause: new PageLimit('elements', 1) });
    expect(ofError(limited)).toEqual({ result: 'PARSER_ERROR' });
    expect(ofError(fromWire(toWire(limited)))).toEqual({ result: 'PARSER_ERROR' });
  });

  it('of an error without a type is a failure, and of a typed error that hides one', () => {
    expect(ofError(new RangeError('stack')).failure?.kind).toBe('error');
    expect(ofError(new ParseError('not read.', { cause: new TypeError('x') })).failure?.kind).toBe('error');
  });
});

describe('the time limit', () => {
  it('is two seconds, and two seconds for each megabyte of a larger page', () => {
    expect([limitOf(10), limitOf(999_999), limitOf(5_000_000)]).toEqual([2000, 2000, 10_000]);
  });
});
