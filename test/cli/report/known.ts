/** A batch that is small enough to count by hand, and a folder for the files of a test. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { scratchFolder } from '../../built/program.ts';
import { run } from '../run.ts';
import { failure, readReport, response } from './lines.ts';

const folder = scratchFolder();

/** A path in a folder that is removed after the run. */
export const path = (...names: string[]) => join(folder, ...names);

/** Writes a file and returns its path. */
export function file(name: string, lines: readonly string[] | Uint8Array): string {
  writeFileSync(path(name), lines instanceof Uint8Array ? lines : lines.map((line) => `${line}\n`).join(''));
  return path(name);
}

/** Makes a report of these lines and reads it. */
export async function reportOf(lines: readonly string[], ...flags: string[]) {
  const { code, out, err } = await run('report', file('lines.ndjson', lines), ...flags);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return readReport(out);
}

export const SHOP = { id: 'A1', name: 'Shop One', is_amazon: false };
const OPERATOR = { name: 'Amazon.com', is_amazon: true };
export const sold = (bb_price: number, seller: object, more: object = {}) => ({
  asin: 'B0LANTERN1',
  buybox: true,
  bb_price,
  currency: 'USD',
  seller,
  in_stock: true,
  ...more,
});
const offer = (price: number, more: object) => ({ price, currency: 'USD', seller_id: 'A9', delivery: [], ...more });

/** Small enough to count by hand. */
export const KNOWN = [
  response('product', sold(10, SHOP, { is_fba: true, rating: 4.5 })),
  response('product', sold(20, OPERATOR, { rating: 4, stock_qty: 3 })),
  response('product', sold(30, SHOP, { is_fba: false })),
  response('product', sold(40, { id: 'A2', name: 'Shop Two', is_amazon: false }, { rating: 4.5 })),
  response('product', sold(100, SHOP, { is_fba: true, rating: 3 }), { timestamp: '2026-11-20T12:29:59.000Z' }),
  response('product', { asin: 'B0HAMMOCK1', buybox: false, in_stock: false }),
  response('product', null),
  response('product', sold(50, { id: 'A3', name: 'Laden', is_amazon: false }, { currency: 'EUR' }), {
    marketplace: 'de',
    timing_ms: 3_000,
    usage: { requests_consumed: 1, requests_remaining: 90 },
    timestamp: '2026-11-20T12:45:00.000Z',
  }),
  response('offers', {
    page_index: 0,
    product_sellers_info: [
      offer(12, { seller_id: 'A1', name: 'Shop One', is_pinned: true, condition: 'new', is_fba: true }),
      offer(8, { condition: 'used_good', condition_text: 'Used - Good', is_fba: false, stock_qty: 1 }),
      offer(9, { condition: null, condition_text: 'Renewed', is_fba: false }),
      offer(15, { condition: 'new', is_amazon: true, is_fba: true, seller_id: null }),
    ],
  }),
  // Neither a later page nor a page of one condition shows that there is no featured offer.
  response('offers', { page_index: 1, product_sellers_info: [offer(40, { condition: 'collectible' })] }),
  response('offers', { page_index: 0, product_sellers_info: [] }, {}, { condition: 'used' }),
];

export const FAILED = [
  failure('CAPTCHA', '2026-11-20T12:15:00.000Z'),
  failure('CAPTCHA', '2026-11-20T12:16:00.000Z', { marketplace: 'de' }),
  failure('TIMEOUT', '2026-11-20T12:46:00.000Z', {
    marketplace: undefined,
    url: 'https://www.amazon.de/dp/B0LANTERN1',
  }),
];
