/** Compares the first reader with the second one. */
import type { ProductData } from '../../src/entries/parse.ts';
import { readAgain, type SecondReading } from './reader.ts';

/** Returns the fields of a product whose value the second reader does not see, although it sees another one. */
export function differences(html: string, data: ProductData): string[] {
  const second = readAgain(html);
  const checks: [field: string, value: unknown, seen: readonly unknown[]][] = [
    ['bb_price', data.bb_price, second.prices],
    ['currency', data.currency, second.currencies],
    ['stock_qty', data.stock_qty, second.stocks],
    ['rating', data.rating, second.ratings],
  ];
  const different = checks.filter(([, value, seen]) => value !== undefined && seen.length > 0 && !seen.includes(value));
  return [...different.map(([field]) => field), ...(isOtherSeller(data, second) ? ['seller'] : [])];
}

const plain = (name: string) => name.replace(/\s+/g, ' ').toLowerCase();

/** Spaces and case differ, and a sentence continues behind the name. */
function isOtherSeller({ seller }: ProductData, { sellers }: SecondReading): boolean {
  if (seller === undefined || sellers.length === 0) return false;
  const name = plain(seller.name);
  return !sellers.some((one) => plain(one).startsWith(name) || name.startsWith(plain(one)));
}
