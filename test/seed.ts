/**
 * The part of the Vitest configurations that gives the property tests of a run one seed: `FC_SEED`, else the day in UTC. A property that fails prints it.
 * A property that names no number of runs has 100, or 25 with the quick tests.
 */
import { join } from 'node:path';
import type { ViteUserConfig } from 'vitest/config';

/** Returns the seed of a run: a number, a new one for `random`, or the day. */
export function seedOf(asked: string | undefined, now = new Date()): number {
  if (asked === 'random') return Math.floor(Math.random() * 2 ** 31);
  const seed = Number(asked || now.toISOString().slice(0, 10).replaceAll('-', ''));
  if (!Number.isInteger(seed)) throw new TypeError(`FC_SEED: ${asked} is not a seed: expected an integer or "random".`);
  return seed;
}

// Workers inherit it, so that a run over midnight has one seed.
process.env.FC_SEED = String(seedOf(process.env.FC_SEED));

const SEEDED = '\0seeded-fast-check';

/** Gives the seed and the runs to fast-check where a test imports it. A setup file would load fast-check for each test file. */
export const seeded: NonNullable<ViteUserConfig['plugins']>[number] = {
  name: 'seeded-fast-check',
  enforce: 'pre',
  resolveId: (id, importer) => (id === 'fast-check' && importer !== SEEDED ? SEEDED : undefined),
  load: (id) =>
    id === SEEDED
      ? `import fc from 'fast-check';
         import { runsOf } from ${JSON.stringify(join(import.meta.dirname, 'runs.ts'))};
         fc.configureGlobal({ seed: Number(process.env.FC_SEED), ...runsOf(100, 4) });
         export * from 'fast-check';
         export default fc;`
      : undefined,
};
