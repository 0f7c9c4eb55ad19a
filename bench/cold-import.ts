/** Measures how long `import 'buybox'` takes in a new process, compared with `import 'got'`. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median, type Print, table } from './figures.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const ROUNDS = 30;

/** The most that `import 'buybox'` may take, as a multiple of `import 'got'`. */
export const COLD_IMPORT_LIMIT = 1.3;

export interface ColdImportResult {
  /** Median milliseconds of an import in a new process, by package. */
  milliseconds: Record<string, number>;
  /** Time of `import 'buybox'` as a multiple of `import 'got'`: the median of the rounds. */
  ratio: number;
}

/** Measures the build in `dist` and prints the results. @throws Error if there is no build */
export async function benchColdImport(print: Print): Promise<ColdImportResult> {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist: there is no build. Run npm run build first.');
  const others = ['zod', 'buybox/parse', 'buybox/remote', 'buybox/local'];
  const result = await coldImports(root, ROUNDS, others);
  const rows = Object.entries(result.milliseconds).map(([name, figure]) => [`import '${name}'`, figure.toFixed(1)]);
  print(table([['', 'ms'], ...rows]));
  print(`\nbuybox: ${result.ratio.toFixed(2)} times got (expected: at most ${COLD_IMPORT_LIMIT})`);
  return result;
}

/** Measures imports in a folder where both packages are installed. */
export async function coldImports(
  folder: string,
  rounds: number,
  others: readonly string[] = [],
): Promise<ColdImportResult> {
  const names = ['buybox', 'got', ...others];
  // The first imports are not counted: they load the files into the file cache.
  for (const name of names) await coldImport(folder, name);
  const timesByRound: number[][] = [];
  // The packages take turns, so that a slow machine affects all of them.
  for (let round = 0; round < rounds; round++) {
    const times: number[] = [];
    // Each second round in the other order: the first of a pair must not always be the slower one.
    for (const [index, name] of round % 2 === 0 ? [...names.entries()] : [...names.entries()].reverse())
      times[index] = await coldImport(folder, name);
    timesByRound.push(times);
  }
  const milliseconds = names.map(
    (name, index) => [name, median(timesByRound.map((times) => times[index] ?? 0))] as const,
  );
  return {
    milliseconds: Object.fromEntries(milliseconds),
    ratio: median(timesByRound.map(([own = 0, got = 0]) => own / got)),
  };
}

/** Returns the milliseconds of one import in a new process, without the start of Node. */
async function coldImport(folder: string, name: string): Promise<number> {
  const program = `const start = performance.now(); await import('${name}'); console.log(performance.now() - start);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
  return Number(stdout);
}
