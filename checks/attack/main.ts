/**
 * `npm run test:attack`: reads hostile pages, and prints every page that did harm. Runs on the fixtures, and on the pages of `BUYBOX_CORPUS`. See
 * docs/measured/security-tests.md.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildPrograms, folderOf } from '../../test/built/build.ts';
import { basesOf, type Setup } from './child.ts';
import { Figures } from './figures.ts';
import { seriesOf } from './growth.ts';
import { attackOutside } from './outside.ts';
import { planOf } from './plan.ts';
import { documentOf } from './report.ts';
import { type Job, type Result, run, runTwice } from './run.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
    memory: { type: 'string' },
    growth: { type: 'string' },
    only: { type: 'string' },
    job: { type: 'string', default: 'attack' },
    outside: { type: 'string' },
    progress: { type: 'string' },
    out: { type: 'string' },
  },
});
const seed = Number(values.seed);
const count = Number(values.count);

const programs = folderOf(process.pid);
process.once('exit', () => rmSync(programs, { recursive: true, force: true }));
await buildPrograms(programs);
process.env.TEST_BUILD = `${pathToFileURL(programs).href}/`;

const bases = basesOf();
const plan = planOf(bases);
const setup = join(mkdtempSync(join(tmpdir(), 'attack-')), 'setup.json');
writeFileSync(setup, JSON.stringify({ plan } satisfies Setup));
const common = { seed, setup, workers: Number(values.workers) };

function print(job: Job, { failure, number, what }: Result): void {
  if (failure !== undefined)
    console.log(`${failure.kind}: ${failure.detail} | --seed ${seed} --job ${job} --only ${number} | ${what}`);
}

/** Milliseconds between two lines of progress. */
const PRINT_MS = 20_000;
let printed = 0;

async function only(job: string, number: number): Promise<boolean> {
  if (job === 'outside') {
    const result = await attackOutside(seed, number);
    console.log(result);
    return result.failure !== undefined;
  }
  let isFailed = false;
  await run({ ...common, job: job as Job, numbers: [number] }, (result) => {
    console.log(result);
    isFailed = result.failure !== undefined;
  });
  return isFailed;
}

async function all(): Promise<boolean> {
  const series = seriesOf(bases, plan).length;
  const figures = Figures.open({ seed, count, series, plan, pages: bases.length, file: values.progress });
  const sizes: Readonly<Record<Job, number>> = {
    attack: count,
    growth: Math.min(series, Number(values.growth ?? count / 3)),
    memory: Number(values.memory ?? count / 50),
  };
  for (const [job, size] of Object.entries(sizes) as [Job, number][]) {
    const numbers = figures.missing(job, spread(Math.floor(size), job === 'growth' ? series : size, seed));
    await runTwice({ ...common, job, numbers }, (result) => {
      print(job, result);
      figures.add(job, result);
      if (performance.now() - printed > PRINT_MS) {
        printed = performance.now();
        console.log(figures.line(job));
      }
    });
  }
  let outside = 0;
  for (const number of Array(Math.floor(Number(values.outside ?? count / 10))).keys()) {
    const { what, failure } = await attackOutside(seed, number);
    if (failure === undefined) continue;
    outside++;
    console.log(`outside: ${failure} | --seed ${seed} --job outside --only ${number} | ${what}`);
  }
  figures.save();
  console.log(figures.summary());
  if (values.out !== undefined) writeFileSync(values.out, documentOf(figures.data));
  return figures.data.failures.length + outside > 0;
}

/** Returns `size` different numbers below `end`, spread over all of them. All in turn if it is the same. */
function spread(size: number, end: number, seed: number): number[] {
  const step = end / size;
  return Array.from({ length: size }, (_, at) => Math.floor(at * step + (step > 1 ? seed % step : 0)) % end);
}

const isFailed = values.only === undefined ? await all() : await only(values.job, Number(values.only));
process.exitCode = isFailed ? 1 : 0;
