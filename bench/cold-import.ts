/** What `import 'buybox'` costs a program that starts, next to `import 'got'`: fresh processes in turns. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median, type Print, table } from './figures.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const ROUNDS = 30;

/** The most that the first import may cost of what the second does. */
export const COLD_IMPORT_LIMIT = 1.3;

export interface ColdImportResult {
  /** Median milliseconds of an import in a fresh process. */
  milliseconds: Record<string, number>;
  /** `import 'buybox'` as a multiple of `import 'got'`: median over the rounds. */
  ratio: number;
}

/** Measures and prints; of the build in `dist`. @throws Error when there is none */
export async function benchColdImport(print: Print): Promise<ColdImportResult> {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist: there is no build; npm run build');
  const others = ['zod', 'buybox/parse', 'buybox/remote', 'buybox/local'];
  const result = await coldImports(root, ROUNDS, others);
  const rows = Object.entries(result.milliseconds).map(([name, figure]) => [`import '${name}'`, figure.toFixed(1)]);
  print(table([['', 'ms'], ...rows]));
  print(`\nbuybox: ${result.ratio.toFixed(2)} times got (wanted: at most ${COLD_IMPORT_LIMIT})`);
  return result;
}

/** Measures the imports of a program in a folder that has both packages. */
export async function coldImports(
  folder: string,
  rounds: number,
  others: readonly string[] = [],
): Promise<ColdImportResult> {
  const names = ['buybox', 'got', ...others];
  // Once for nothing, so that the files of all are in the machine's cache.
  for (const name of names) await coldImport(folder, name);
  const taken: number[][] = [];
  // Taking turns, so that what slows the machine slows all.
  for (let round = 0; round < rounds; round++) {
    const times: number[] = [];
    for (const name of names) times.push(await coldImport(folder, name));
    taken.push(times);
  }
  const milliseconds = names.map((name, index) => [name, median(taken.map((times) => times[index] ?? 0))] as const);
  return {
    milliseconds: Object.fromEntries(milliseconds),
    ratio: median(taken.map(([own = 0, got = 0]) => own / got)),
  };
}

/** Milliseconds of one import in a process of its own, without the start of Node. */
async function coldImport(folder: string, name: string): Promise<number> {
  const program = `const start = performance.now(); await import('${name}'); console.log(performance.now() - start);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
  return Number(stdout);
}
