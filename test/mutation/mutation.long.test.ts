import { expect, it } from 'vitest';
import { corpusFolders } from '../corpus/folders.ts';
import floors from './floors.json' with { type: 'json' };
import { allPages } from './pages.ts';
import { linesOf, run } from './run.ts';

const SEED = 1;

/** Highest numbers in 4,000 changes. Lower them when the figures fall; never raise them. */
const { corpus, fixtures } = floors;
const highest = corpusFolders().length === 0 ? fixtures : corpus;

it('4,000 changes of pages make no more values wrong or absent than before', () => {
  const lines: string[] = [];
  const figures = run(allPages(), { seed: SEED, count: 4000 }, (trial) => lines.push(...linesOf(SEED, trial)));
  expect(figures.mutations).toBeGreaterThan(3000);
  const shown = lines.filter((line) => !line.startsWith('soft')).join('\n');
  for (const name of ['wrong', 'denied', 'silent', 'softMutations'] as const) {
    expect(figures[name], `${name}:\n${shown}`).toBeLessThanOrEqual(highest[name]);
  }
  expect(figures.gone / figures.values).toBeLessThanOrEqual(highest.goneShare);
});
