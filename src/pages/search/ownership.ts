/** Prices to rent, and prices to buy next to them or next to a membership. */
import { mentions } from '../../locale/index.ts';
import type { Tile } from './results.ts';

/** Whether a price is for renting: by the words in its link, else by those in its row. */
export function isRented(price: Tile): boolean {
  const { buy, rent } = price.locale.words.search;
  const link = price.closest('a').text();
  if (mentions(link, buy)) return false;
  return mentions(link, rent) || mentions(price.closest('.a-row').text(), rent);
}

/** A number that is not part of a word such as "MP3". */
const NUMBER = /(?<![\p{L}\p{Nd}])\p{Nd}[\p{Nd}.,\s]*/gu;

/**
 * Whether a line is a price to buy: "$69.99 to buy", "Or $5.99 to buy MP3". It has one number and words for buying after it. "Save $5 when you buy 2"
 * has two numbers, like a price of other offers with their count.
 */
export function isToBuy(line: Tile): boolean {
  const text = line.text() ?? '';
  const { buy, rent, couponOff } = line.locale.words.search;
  const [number, another] = text.matchAll(NUMBER);
  if (number === undefined || another !== undefined || line.locale.price(text) === undefined) return false;
  return (
    mentions(text.slice(number.index + number[0].length), buy) && !mentions(text, rent) && !mentions(text, couponOff)
  );
}
