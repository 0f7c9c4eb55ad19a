/** The programs that `build.ts` built for this test run. */
import { mkdtempSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Returns the path of a program: `cli`, an entry of the package, or the file of a worker thread. */
export function program(name: string): string {
  return inBuild(`${name}.js`);
}

/** Creates a folder for files of tests. It is removed at the end of the run. */
export function scratchFolder(): string {
  return mkdtempSync(inBuild('scratch-'));
}

function inBuild(name: string): string {
  const folder = process.env.TEST_BUILD;
  if (folder === undefined)
    throw new Error('TEST_BUILD is missing: run the test with Vitest, which builds the programs');
  return fileURLToPath(new URL(name, folder));
}

/** Returns a function that starts threads with a program, for the option `start` of a pool of threads. */
export function startBuilt(name: string): (options: WorkerOptions) => Worker {
  return (options) => new Worker(program(name), options);
}
