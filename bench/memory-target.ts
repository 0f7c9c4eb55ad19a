/**
 * A process that reads one page. Its arguments are the names of a contestant and of a page. It runs with `--trace-gc`, which prints the size of the
 * heap at each collection.
 */
import { type ContestantName, loadContestants } from './contestants.ts';
import { benchPages } from './pages.ts';

/** Printed before the page is read: earlier collections do not count. */
export const BEGIN = 'reading begins';

if (process.send !== undefined) {
  const [way, name] = process.argv.slice(2);
  const [page] = benchPages(name).pages;
  if (page === undefined) throw new Error(`unknown page: ${name}`);
  const read = (await loadContestants())[way as ContestantName];
  // Memory of caches that the first reads fill does not count.
  for (let round = 0; round < 2; round++) read(page);
  global.gc?.();
  console.log(BEGIN);
  const before = process.memoryUsage().heapUsed;
  read(page);
  process.send({ before, after: process.memoryUsage().heapUsed });
}
