import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seedOf } from './seed.ts';

test('a run has one seed: the number or "random" of FC_SEED, else the day in UTC', () => {
  const evening = new Date('2026-11-24T23:59:59-05:00');
  expect(seedOf(undefined, evening)).toBe(20_261_125);
  expect(seedOf('', evening)).toBe(20_261_125);
  expect(seedOf('-5', evening)).toBe(-5);
  expect(new Set([1, 2, 3, 4].map(() => seedOf('random'))).size).toBeGreaterThan(1);
  expect(() => seedOf('today')).toThrow('FC_SEED: today is not a seed');
});

test('properties, checks and samples use it, and a failure prints it', () => {
  const seed = Number(process.env.FC_SEED);
  expect(fc.readConfigureGlobal().seed).toBe(seed);
  expect(fc.sample(fc.nat(), 20)).toEqual(fc.sample(fc.nat(), { numRuns: 20, seed }));
  const never = fc.property(fc.nat(), () => false);
  expect(fc.check(never).seed).toBe(seed);
  expect(() => fc.assert(never)).toThrow(`seed: ${seed}`);
});
