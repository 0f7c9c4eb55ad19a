import { describe, expect, it } from 'vitest';
import type { Pack } from '../../src/entries/service.ts';
import { creditsLeft, creditsPerDay, expectedEnd } from '../../src/service/dashboard/expected-end.ts';
import { DAY, NOW } from './records.ts';

/** A pack that is valid from and until a day, counted from now. */
function pack(left: number, fromDay: number, untilDay: number): Pack {
  return {
    id: crypto.randomUUID(),
    keyId: 'key',
    requests: left + 5,
    charged: 5,
    connections: 10,
    priceUsd: 0,
    purchasedAt: new Date(NOW + fromDay * DAY),
    validDays: untilDay - fromDay,
    expiresAt: new Date(NOW + untilDay * DAY),
  };
}

/** Returns the end as a kind and a number of days from now. */
function endOf(packs: Pack[], perDay: number): string {
  const end = expectedEnd(packs, perDay, NOW);
  return 'at' in end ? `${end.kind} ${Math.round(((end.at - NOW) / DAY) * 100) / 100}` : end.kind;
}

describe('the expected end of credits', () => {
  it.each([
    ['are used up', [pack(100, -1, 30)], 20, 'used_up 5'],
    ['expire first', [pack(1000, -1, 30)], 20, 'expired 30'],
    ['are not used', [pack(100, -1, 30)], 0, 'expired 30'],
    ['are in no pack', [], 20, 'none'],
    ['are used up already', [pack(0, -1, 30)], 20, 'none'],
    ['have expired', [pack(100, -30, 0)], 20, 'none'],
    ['of two packs add up', [pack(100, -1, 30), pack(100, -1, 40)], 20, 'used_up 10'],
    ['of the pack that expires first are used first', [pack(100, -1, 30), pack(40, -1, 2)], 20, 'used_up 7'],
    ['expire in part', [pack(100, -1, 30), pack(100, -1, 2)], 20, 'used_up 7'],
    ['of a later pack count, if it starts before the end', [pack(100, -1, 30), pack(100, 4, 40)], 20, 'used_up 10'],
    [
      'of a later pack do not count, if it starts after the end',
      [pack(100, -1, 30), pack(100, 6, 40)],
      20,
      'used_up 5',
    ],
    ['of a later pack that expires earlier are used first', [pack(100, -1, 90), pack(40, 1, 3)], 20, 'used_up 7'],
    ['last longer than anybody can say', [pack(1e12, -1, 1_000_000)], 20, 'not_in_sight'],
    ['last, one pack after the other', [pack(1e9, -1, 900), pack(1e9, 800, 2_000)], 20, 'not_in_sight'],
  ])('that %s', (_, packs, perDay, expected) => {
    expect(endOf(packs, perDay)).toBe(expected);
  });

  it('ends also for very many packs', () => {
    const packs = Array.from({ length: 300 }, (_, index) => pack(10, index - 150, index - 100));
    expect(endOf(packs, 10)).toMatch(/^(?:used_up|expired) \d/);
  });

  it('has the rate of the last seven days, of a younger key that of its age', () => {
    expect(creditsPerDay(700, NOW - 100 * DAY, NOW)).toBe(100);
    expect(creditsPerDay(700, NOW - 2 * DAY, NOW)).toBe(350);
    expect(creditsPerDay(10, NOW, NOW)).toBe(240);
    expect(creditsPerDay(0, NOW, NOW)).toBe(0);
  });

  it('counts the credits that the ledger has left', () => {
    expect(creditsLeft([pack(7, -1, 1), pack(5, -9, -1), pack(3, 1, 2), { ...pack(0, -1, 1), charged: 99 }], NOW)).toBe(
      7,
    );
  });
});
