import { describe, expect, it } from 'vitest';
import { duration, durationIn, durationText } from '../../src/options/duration.ts';

describe('times', () => {
  it.each([
    ['1s', 1_000],
    ['90s', 90_000],
    ['15m', 900_000],
    ['1h', 3_600_000],
    ['7d', 604_800_000],
    ['1500ms', 1_500],
    ['1.5h', 5_400_000],
    [1_500, 1_500],
  ])('reads %s', (value, ms) => {
    expect(duration({ name: 'every', value })).toBe(ms);
  });

  it.each(['', '15', '15 m', '1.h', '1e3s', '1.5', '-1h', '1w', '0s', '25d', 999, 1.5, Number.NaN, null, {}])(
    'throws for %j',
    (value) => {
      expect(() => duration({ name: 'every', value })).toThrow(
        expect.objectContaining({ code: 'INVALID_CONFIGURATION', parameter: 'every' }),
      );
    },
  );

  it('names the value and the bounds', () => {
    expect(() => duration({ name: 'every', value: '2d' }, 60_000, 86_400_000)).toThrow(
      'every: "2d" is not valid: expected a time from 1 minute to 1 day: milliseconds, or a text such as "90s", "15m", "1h" or "7d".',
    );
    expect(durationIn('1 hour')).toBeNaN();
  });

  it.each([
    [250, '250 ms'],
    [1_000, '1 second'],
    [90_000, '1.5 minutes'],
    [3_600_000, '1 hour'],
    [2_147_483_647, '24.8 days'],
  ])('shows %i', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});
