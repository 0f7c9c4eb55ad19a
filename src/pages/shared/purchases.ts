/** Recent purchases on product pages and tiles: "2K+ bought in past month". */
import { type Locale, mentions, without } from '../../locale/index.ts';

const DIGIT = /\p{Nd}/u;

/**
 * Reads the count of a line that names the purchases and the month. Offers ("3 bought, 1 free"), points, and counts of a week or of one seller
 * are not such lines.
 */
export function boughtPastMonth(text: string | undefined, locale: Locale): number | undefined {
  const { bought, pastMonth } = locale.words.search;
  if (text === undefined || !DIGIT.test(text) || !mentions(text, bought) || !mentions(text, pastMonth))
    return undefined;
  const isOffer = locale.prices(text).length > 0 || locale.percent(text) !== undefined;
  return isOffer ? undefined : locale.count(without(text, pastMonth));
}
