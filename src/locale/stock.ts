/** Reads the availability of an item. */
import { anyOf, matcher, numberIn, once } from './phrases.ts';
import { fold } from './text.ts';
import type { Words } from './words/words.ts';

/** Members are absent if the text says nothing about them. */
export interface Stock {
  /** Whether the item is available now. `false` until the day that a back-order names. Absent for pre-orders. */
  readonly in_stock?: boolean;
  /** The number of items left. */
  readonly stock_qty?: number;
  readonly is_preorder?: boolean;
  readonly is_backorder?: boolean;
}

const expressions = once(({ stock, deals }: Words) => ({
  time: new RegExp(`(?<!\\d)\\d+ ?${anyOf([...deals.days, ...deals.hours])}`, 'gu'),
  inStock: matcher(stock.inStock),
  outOfStock: matcher(stock.outOfStock),
  backorder: matcher(stock.backorder),
  preorder: matcher(stock.preorder),
  negations: matcher(stock.negations),
}));

/** Reads an availability text: `Only 3 left in stock - order soon.` is `{ in_stock: true, stock_qty: 3 }`. */
export function readStock(text: string, words: Words): Stock {
  const folded = fold(text);
  const { inStock, outOfStock, backorder, preorder, negations, time } = expressions(words);
  if (preorder.test(folded)) return { is_preorder: true };
  // "Only 2 days left" is about a deal.
  const quantity = numberIn(folded.replace(time, ' '), words.stock.left);
  if (quantity !== undefined) return { in_stock: quantity > 0, stock_qty: quantity };
  if (backorder.test(folded)) return { in_stock: false, is_backorder: true };
  if (outOfStock.test(folded)) return { in_stock: false };
  const there = inStock.exec(folded);
  return there === null || negations.test(folded.slice(0, there.index)) ? {} : { in_stock: true };
}
