import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedWaitMs, delayBefore } from '../../src/client/retries.ts';
import { UnavailableError } from '../../src/contract/errors.ts';
import { readRetryAfter } from '../../src/http/retry-after.ts';
import { hostileText, longRuns } from '../hostile-texts.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('readRetryAfter', () => {
  it.each([
    ['0', 0],
    ['1', 1_000],
    ['120', 120_000],
    [' 5 ', 5_000],
    ['1.5', 1_500],
    ['0.0001', 1],
    ['007', 7_000],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Friday, 20-Nov-26 12:00:30 GMT', 30_000],
    ['Fri Nov 20 12:00:30 2026', 30_000],
    ['Sun Nov  1 12:00:30 2026', 0],
    ['Fri, 20 Nov 2026 11:59:59 GMT', 0],
    ['Tue, 01 Jan 1980 00:00:00 GMT', 0],
  ])('reads "%s" as %d ms', (header, expected) => {
    expect(readRetryAfter(header, NOW)).toBe(expected);
  });

  it.each([
    undefined,
    null,
    '',
    ' ',
    '-1',
    '+5',
    '1e3',
    '0x10',
    '5 seconds',
    '1,5',
    'soon',
    'NaN',
    'Infinity',
    '2026-11-20T12:00:30Z',
    '20 Nov 2026 12:00:30',
    'Fri, 20 Nov 2026 12:00:30 PST',
    'Fri, 99 Foo 2026 12:00:30 GMT',
  ])('returns undefined for %j', (header) => {
    expect(readRetryAfter(header, NOW)).toBeUndefined();
  });

  it('returns at most the largest safe integer', () => {
    expect(readRetryAfter('9'.repeat(30), NOW)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('returns undefined, or 0 or more, for any string', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const ms = readRetryAfter(text, NOW);
        return (ms === undefined || (Number.isSafeInteger(ms) && ms >= 0)) && readRetryAfter(text, NOW) === ms;
      }),
      { examples: longRuns.map((text) => [text]) },
    );
  });

  it('reads any date', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000 }), (seconds) => {
        const date = new Date(NOW + seconds * 1000).toUTCString();
        return readRetryAfter(date, NOW) === seconds * 1000;
      }),
    );
  });
});

describe('the wait that an error asks for', () => {
  it.each([
    [0, 0],
    [5_000, 5_000],
    [3_600_000, 3_600_000],
    [3_600_001, 3_600_000],
    [Number.MAX_SAFE_INTEGER, 3_600_000],
    [Number.POSITIVE_INFINITY, 3_600_000],
    [-1, undefined],
    [Number.NaN, undefined],
    [undefined, undefined],
  ])('is at most an hour: %s ms is %s', (retryAfterMs, expected) => {
    expect(askedWaitMs(new UnavailableError('away', { retryAfterMs }))).toBe(expected);
  });

  it('is none of an error of another library', () => {
    expect(askedWaitMs(Object.assign(new Error('away'), { retryAfterMs: 5 }))).toBeUndefined();
    expect(askedWaitMs('away')).toBeUndefined();
  });
});

describe('delayBefore', () => {
  it('returns the requested wait, up to 30 seconds', () => {
    expect(delayBefore(1, 1_234)).toBe(1_234);
    expect(delayBefore(1, 0)).toBe(0);
    expect(delayBefore(1, 3_600_000)).toBe(30_000);
  });

  it('grows exponentially, with full jitter', () => {
    const longest = () => 1;
    expect([1, 2, 3, 4, 20].map((failed) => delayBefore(failed, undefined, longest))).toEqual([
      500, 1_000, 2_000, 4_000, 30_000,
    ]);
    expect(delayBefore(5, undefined, () => 0)).toBe(0);
    expect(delayBefore(1, undefined, () => 0.5)).toBe(250);
  });
});
