import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { basesOf } from './child.ts';
import { planOf } from './plan.ts';
import { type Job, type Result, run, runTwice } from './run.ts';

const PAGES = ['product/us-bottle-coupon', 'offers/us-lantern-3'];
/** The number of a page whose tree has more than 2 MB. */
const LARGE = 0;
let folder: string;

beforeAll(() => {
  vi.stubEnv('BUYBOX_CORPUS', '');
  folder = mkdtempSync(join(tmpdir(), 'attack-'));
  writeFileSync(join(folder, 'setup.json'), JSON.stringify({ plan: planOf(basesOf(PAGES)), pages: PAGES }));
});

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function resultsOf(
  fault: string,
  numbers: readonly number[],
  job: Job = 'attack',
  runner = run,
): Promise<Result[]> {
  vi.stubEnv('PLANTED', fault);
  const results: Result[] = [];
  const program = new URL('./planted.ts', import.meta.url).pathname;
  const setup = join(folder, 'setup.json');
  await runner({ job, seed: 1, numbers, workers: 1, setup, program, heapMb: 200 }, (one) => results.push(one));
  return results;
}

describe('a run', () => {
  it('finds nothing where there is nothing', async () => {
    const results = await resultsOf('none', [0, 1, 2, 3]);
    expect(results.map(({ number, result, failure }) => [number, result, failure])).toEqual(
      [0, 1, 2, 3].map((number) => [number, 'page', undefined]),
    );
  });

  it.each([
    ['endless', 'slow'],
    ['infinity', 'number'],
    ['inexact', 'number'],
    ['error', 'error'],
    ['exit', 'crash'],
    ['heap', 'memory'],
  ])('finds a planted fault: %s', async (fault, kind) => {
    const [result] = await resultsOf(fault, [0]);
    expect(result).toMatchObject({ number: 0, failure: { kind } });
  });

  it('goes on after a process that ended, and gives every number once', async () => {
    const results = await resultsOf('exit', [0, 1, 2]);
    expect(results.map(({ number }) => number)).toEqual([0, 1, 2]);
  });

  it('forgives what does not fail twice', async () => {
    vi.stubEnv('PLANTED_ONCE', join(folder, 'once'));
    const results = await resultsOf('once', [0, 1], 'attack', runTwice);
    expect(results.map(({ number, failure }) => [number, failure]).sort()).toEqual([
      [0, undefined],
      [1, undefined],
    ]);
  });

  it('gives what fails twice once', async () => {
    const results = await resultsOf('error', [0, 1], 'attack', runTwice);
    expect(results.map(({ number, failure }) => [number, failure?.kind])).toEqual([
      [0, 'error'],
      [1, 'error'],
    ]);
  });

  it('finds a page that holds more than its share', async () => {
    const [result] = await resultsOf('holding', [LARGE], 'memory');
    expect(result?.failure).toMatchObject({ kind: 'memory' });
  });
});
