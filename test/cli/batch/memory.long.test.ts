import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isNightly } from '../../../checks/is-nightly.ts';
import { run } from '../run.ts';
import { asins, Folder } from './market.ts';

const ASINS = isNightly ? 20_000 : 2_500;

/** A page source that measures the heap five times. */
const PAGES = `
import { productPage } from '${new URL('../../local/pages.ts', import.meta.url)}';
let calls = 0;
globalThis.heaps = [];
export default async ({ url }) => {
  if (++calls % ${ASINS / 5} === 0) {
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

it('needs the same memory for a batch of any length', { timeout: 1_800_000 }, async () => {
  using folder = new Folder();
  const pages = folder.at('pages.ts');
  writeFileSync(pages, PAGES);
  const rows = asins(ASINS).flatMap((asin, index) => [`${asin},${index}`, `${asin},again`]);
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
  const count = ASINS.toLocaleString('en');
  expect(err).toContain(`\nfound        ${count}\nsame call    ${count}\n`);
  expect(folder.read('r.csv').split('\n')).toHaveLength(2 * ASINS + 2);
  // Two rows an ASIN: what a row leaves behind would be more.
  expect(growth('heapUsed')).toBeLessThan(isNightly ? 3 : 1);
  expect(growth('arrayBuffers')).toBeLessThan(1);
});
