import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { marketplaces } from '../../src/locale/index.ts';
import { openPage } from '../../src/pages/engine/open.ts';

/** Pages of about 5 MB that have as many nodes, ids or attributes as possible. */
const SHAPES: Record<string, (size: number) => string> = {
  'elements without attributes': (size) => '<b></b>'.repeat(size / 28),
  'elements with a character of text': (size) => '<i>x</i>'.repeat(size / 14),
  'elements with an id of their own': (size) =>
    Array.from({ length: size / 24 }, (_, at) => `<i id="a${at}">x</i>`).join(''),
  'elements with attributes': (size) =>
    '<p class="a b c" title="some title" data-x="y" style="color: red">x</p>'.repeat(size / 72),
  'elements inside of each other': (size) => '<div>'.repeat(size / 15),
  comments: (size) => '<!-- comment -->'.repeat(size / 16),
  scripts: (size) => '<script>var a = 1;</script>'.repeat(size / 27),
};

/** Returns the bytes that a result occupies. */
function bytesOf(make: () => unknown): number {
  if (global.gc === undefined) throw new Error('run with --expose-gc');
  global.gc();
  global.gc();
  const before = process.memoryUsage().heapUsed;
  const kept = make();
  global.gc();
  global.gc();
  const bytes = process.memoryUsage().heapUsed - before;
  expect(kept).toBeDefined();
  return bytes;
}

describe('a hostile page takes at most 1.5 times the memory that parse5 takes', () => {
  it.each(Object.entries(SHAPES))('%s', (_, make) => {
    const html = Buffer.from(`<html><body>${make(5_000_000)}</body></html>`).toString('utf8');
    const origin = {
      url: 'https://www.amazon.com/dp/B0LANTERN1',
      marketplace: marketplaces.us,
      requestedAt: new Date('2026-11-20T12:00:00Z'),
    };
    const bare = bytesOf(() => parse(html));
    const ours = bytesOf(() => {
      const page = openPage(html, origin);
      // The values of readers stay as long as the page.
      page.find('[title] b, .a .x').text();
      page.find('i[id="x"]').texts();
      return page;
    });
    expect(ours).toBeLessThan(1.5 * bare);
  });
});
