import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { run } from '../run.ts';
import { asins, Folder } from './market.ts';

/** A page source that measures the heap after every 4,000 pages. */
const PAGES = `
import { productPage } from '${new URL('../../local/pages.ts', import.meta.url)}';
let calls = 0;
globalThis.heaps = [];
export default async ({ url }) => {
  if (++calls % 4_000 === 0) {
    // The memory of a buffer is freed after the collection that found it unused: the second one waits for that.
    globalThis.gc();
    globalThis.gc();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    globalThis.heaps.push({ heapUsed, arrayBuffers });
  }
  const [asin] = /B0\\d{8}/.exec(url);
  return { url, status: 200, headers: {}, body: productPage('The ' + asin, asin) };
};`;

interface Heap {
  heapUsed: number;
  arrayBuffers: number;
}

function growth(name: keyof Heap): number {
  const heaps: Heap[] = Reflect.get(globalThis, 'heaps');
  expect(heaps.length).toBeGreaterThan(3);
  return ((heaps.at(-1)?.[name] ?? 0) - (heaps[1]?.[name] ?? 0)) / 1024 / 1024;
}

it('needs the same memory for a batch of any length', async () => {
  using folder = new Folder();
  const pages = folder.at('pages.ts');
  writeFileSync(pages, PAGES);
  const rows = asins(20_000).flatMap((asin, index) => [`${asin},${index}`, `${asin},again`]);
  const file = folder.write('a.csv', ['asin,sku', ...rows].join('\n'));
  const { code, err } = await run(
    'batch',
    file,
    '--pages',
    pages,
    '--out',
    folder.at('r.csv'),
    '--fields',
    'sku',
    '--concurrency',
    '50',
  );
  expect(code).toBe(0);
  expect(err).toMatch(/\nfound {8}20,000\nsame call {4}20,000\n/);
  expect(folder.read('r.csv').split('\n')).toHaveLength(40_002);
  // Two rows an ASIN: objects of any size that stayed behind would be more.
  expect(growth('heapUsed')).toBeLessThan(3);
  expect(growth('arrayBuffers')).toBeLessThan(1);
});
