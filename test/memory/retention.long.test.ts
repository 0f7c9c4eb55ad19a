import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { benchPages } from '../../bench/pages.ts';
import { isNightly } from '../../checks/is-nightly.ts';
import { detectPageType, type ParsedPage, parsePage } from '../../src/entries/parse.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { rows, textOf } from '../fixtures/fixture.ts';

const PAGE_BYTES = 1_000_000;
const COUNT = isNightly ? 500 : 80;

/** Returns a page of a megabyte. Each page is a new string, because shared strings would hide memory that is kept. */
function large(html: string, serial: number): string {
  return Buffer.from(
    html.replace('</body>', `<script>// ${serial} ${'x'.repeat(PAGE_BYTES)}</script></body>`),
  ).toString('utf8');
}

function heap(): number {
  if (global.gc === undefined) throw new Error('run with --expose-gc');
  global.gc();
  return process.memoryUsage().heapUsed;
}

/** Returns the bytes that each of `count` results occupies. */
function keptBytes(count: number, read: (serial: number) => ParsedPage): number {
  // Caches that the first reads fill are not part of the results.
  for (let serial = 0; serial < 60; serial++) read(serial);
  const before = heap();
  const kept = Array.from({ length: count }, (_, serial) => read(serial));
  const bytes = (heap() - before) / kept.length;
  expect(kept).toHaveLength(count);
  return bytes;
}

describe('results of pages', () => {
  const context = { url: 'https://www.amazon.com/dp/B0LANTERN1', requestedAt: new Date('2026-11-20T12:00:00Z') };
  const lantern = readFileSync(join(FIXTURES_FOLDER, 'product/us-lantern.html'), 'utf8');

  it(`do not keep their pages in memory: ${COUNT} product pages`, () => {
    // A page has a megabyte, the data less than 60 kB.
    expect(keptBytes(COUNT, (serial) => parsePage(large(lantern, serial), context))).toBeLessThan(60_000);
  });

  it('do not keep their pages in memory: pages of every type, with gaps', () => {
    const readable = rows.filter(({ file }) => !file.startsWith('refusals/'));
    const read = (serial: number) => {
      const { url, file, fetched_at } = readable[serial % readable.length] ?? { url: '', file: '', fetched_at: '' };
      // No page has this delivery place, so that every result has a gap.
      return parsePage(large(textOf(file), serial), {
        url,
        requestedAt: new Date(fetched_at),
        language: detectPageType(url)?.marketplace === 'us' ? 'native' : 'en',
        place: 'Nowhere at all 00000',
      });
    };
    expect(read(0).gaps).not.toEqual([]);
    expect(keptBytes(COUNT / 2, read)).toBeLessThan(60_000);
  });

  it.skipIf(process.env.BUYBOX_CORPUS === undefined)('are small for real product pages', () => {
    const pages = benchPages().pages.filter(({ type }) => type === 'product');
    const bytes = keptBytes(isNightly ? 3 * pages.length : Math.min(200, pages.length), (serial) => {
      const { html, context: given } = pages[serial % pages.length] ?? { html: lantern, context };
      return parsePage(html, given);
    });
    expect(bytes).toBeLessThan(60_000);
  });
});
