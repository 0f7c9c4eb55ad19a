import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isNightly } from '../is-nightly.ts';
import { basesOf } from './child.ts';
import { seriesOf } from './growth.ts';
import { attackOutside } from './outside.ts';
import { planOf } from './plan.ts';
import { type Job, runTwice } from './run.ts';

const SEED = 1;
const sizes = isNightly
  ? { pages: 4000, series: 600, large: 40, outside: 20_000 }
  : { pages: 150, series: 10, large: 4, outside: 1000 };
let folder: string;
let setup: string;
let series: number;

beforeAll(() => {
  // The numbers name the same pages with and without a corpus.
  vi.stubEnv('BUYBOX_CORPUS', '');
  folder = mkdtempSync(join(tmpdir(), 'attack-'));
  setup = join(folder, 'setup.json');
  const bases = basesOf();
  const plan = planOf(bases);
  series = seriesOf(bases, plan).length;
  writeFileSync(setup, JSON.stringify({ plan }));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the failures of the numbers as lines that repeat them. */
async function failuresOf(job: Job, numbers: readonly number[]): Promise<string[]> {
  const lines: string[] = [];
  let count = 0;
  await runTwice({ job, seed: SEED, numbers, workers: 1, setup }, ({ failure, number, what }) => {
    count++;
    if (failure !== undefined)
      lines.push(`${failure.kind}: ${failure.detail} | --job ${job} --only ${number} | ${what}`);
  });
  expect(count).toBe(numbers.length);
  return lines;
}

const numbers = (count: number, step = 1) => Array.from({ length: count }, (_, at) => at * step);

it('hostile pages end within their time, with data or a typed error', async () => {
  expect(await failuresOf('attack', numbers(sizes.pages))).toEqual([]);
});

it('responses of services, foreign jobs and requests on a connection end with a result or a typed error', async () => {
  const failures: unknown[] = [];
  for (const number of numbers(sizes.outside)) {
    const result = await attackOutside(SEED, number);
    if (result.failure !== undefined) failures.push({ ...result, number });
  }
  expect(failures).toEqual([]);
});

it('the time grows like the size in series of slots, structures and scripts', async () => {
  expect(await failuresOf('growth', numbers(sizes.series, Math.floor(series / sizes.series)))).toEqual([]);
});

it('large hostile pages hold at most 1.5 times the memory of their tree in parse5', async () => {
  expect(await failuresOf('memory', numbers(sizes.large))).toEqual([]);
});
