import { expect, it } from 'vitest';
import { stepsOf } from '../../../src/watch/history/measures.ts';

it('a step can have any number of values', () => {
  const spans = Array.from({ length: 200_000 }, (_, index) => ({ from: index, to: index + 1, value: index % 7 }));
  const [step, ...others] = stepsOf(spans, 1_000_000);
  expect(others).toEqual([]);
  expect(step).toMatchObject({ lowest: 0, highest: 6, watched_ms: 200_000 });
});
