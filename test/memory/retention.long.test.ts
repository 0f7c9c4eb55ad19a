import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIXTURES_FOLDER } from '../../src/fixtures-folder.ts';
import { parsePage } from '../../src/parse.ts';

const page = readFileSync(join(FIXTURES_FOLDER, 'product/us-lantern.html'), 'utf8');
const PAGE_BYTES = 1_000_000;

/** A page of a megabyte, each another one: shared text would hide what is kept. */
function largePage(serial: number): string {
  return Buffer.from(
    page.replace('</body>', `<script>// ${serial} ${'x'.repeat(PAGE_BYTES)}</script></body>`),
  ).toString('utf8');
}

function heap(): number {
  if (global.gc === undefined) throw new Error('run with --expose-gc');
  global.gc();
  return process.memoryUsage().heapUsed;
}

describe('the data of a page', () => {
  it('keeps nothing of the page alive', () => {
    const context = { url: 'https://www.amazon.com/dp/B0LANTERN1', requestedAt: new Date('2026-11-20T12:00:00Z') };
    const kept: unknown[] = [parsePage(largePage(0), context)];
    const before = heap();
    const COUNT = 200;
    for (let serial = 1; serial <= COUNT; serial++) kept.push(parsePage(largePage(serial), context));
    const perResult = (heap() - before) / COUNT;
    expect(kept).toHaveLength(COUNT + 1);
    // A page would be a megabyte; what is kept is the data itself.
    expect(perResult).toBeLessThan(60_000);
  });
});
