import { afterAll, expect, it, vi } from 'vitest';
import { corpusFolders } from '../../test/corpus/folders.ts';
import { isNightly } from '../is-nightly.ts';
import floors from './floors.json' with { type: 'json' };
import { allPages } from './pages.ts';
import { linesOf, run } from './run.ts';

const SEED = 1;

// Reading the pages of a corpus takes longer than a sample.
if (!isNightly) vi.stubEnv('BUYBOX_CORPUS', '');
afterAll(() => vi.unstubAllEnvs());

/** Highest numbers in so many changes. Lower them when the figures fall; never raise them. */
const { corpus, fixtures, sample } = floors;
const whole = corpusFolders().length === 0 ? fixtures : corpus;
const { changes, ...highest } = isNightly ? whole : sample;

// With own pages, a busy machine takes a quarter of an hour.
it('changes of pages make no more values wrong or absent than before', { timeout: 3_600_000 }, () => {
  const lines: string[] = [];
  const figures = run(allPages(), { seed: SEED, count: changes }, (trial) => lines.push(...linesOf(SEED, trial)));
  expect(figures.mutations).toBeGreaterThan(changes * 0.75);
  const shown = lines.filter((line) => !line.startsWith('soft')).join('\n');
  for (const name of ['wrong', 'denied', 'silent', 'softMutations'] as const) {
    expect(figures[name], `${name}:\n${shown}`).toBeLessThanOrEqual(highest[name]);
  }
  expect(figures.gone / figures.values).toBeLessThanOrEqual(highest.goneShare);
});
