/** A process that reads one page once, in the way and with the page that its arguments name. It is run with `--trace-gc`: what that prints tells how far its heap grew. */
import { type ContestantName, contestants } from './contestants.ts';
import { benchPages } from './pages.ts';

/** Printed before the page is read, so that what was collected earlier can be told apart. */
export const BEGIN = 'reading begins';

if (process.send !== undefined) {
  const [way, name] = process.argv.slice(2);
  const [page] = benchPages(name).pages;
  if (page === undefined) throw new Error(`there is no page ${name}`);
  const read = contestants[way as ContestantName];
  // What is made when something is used for the first time is not the page's.
  for (let round = 0; round < 2; round++) read(page);
  global.gc?.();
  console.log(BEGIN);
  const before = process.memoryUsage().heapUsed;
  read(page);
  process.send({ before, after: process.memoryUsage().heapUsed });
}
