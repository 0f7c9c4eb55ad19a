/** Reads pages after full garbage collections: the code that V8 optimised stays. */
import { expect, it } from 'vitest';
import { benchPages } from '../../bench/pages.ts';
import { parsePage } from '../../src/entries/parse.ts';

const ROUNDS = 30;

/** Returns the least CPU time of reading the page [microseconds]. */
function leastTime(page: { html: string; context: { url: string } }, before: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    before();
    const start = process.cpuUsage();
    parsePage(page.html, page.context);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  });
  return Math.min(...times);
}

it('a page that is read after a full collection takes hardly longer', () => {
  const { gc } = globalThis;
  const [page] = benchPages('product/us-lantern.html').pages;
  if (gc === undefined || page === undefined) throw new Error('run with --expose-gc, and with the fixtures');
  const usual = leastTime(page, () => {});
  const collected = leastTime(page, () => gc());
  expect(collected).toBeLessThan(2 * usual);
});
