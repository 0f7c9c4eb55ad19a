/** A seller's feedback in one line, and recent purchases. */
import { type Locale, mentions, without } from '../../locale/index.ts';
import { firstValue } from '../engine/fields.ts';

/** A seller's feedback. */
export interface SellerFeedback {
  /** The share of positive ratings, 0 to 100, whole. */
  percent?: number | undefined;
  count?: number | undefined;
  /** Whether the seller is new and has no ratings. `undefined` for a text with neither numbers nor words that say so. */
  isJustLaunched?: boolean | undefined;
}

const IN_BRACKETS = /[(（][^()（）]*[)）]/gu;

/** Reads the lines of a feedback block: "98% positive over last 12 months (1,234 ratings)". The count is in brackets or on a line of its own. */
export function sellerFeedback(lines: readonly string[], locale: Locale): SellerFeedback {
  const text = lines.join(' ');
  const shown = locale.percent(text);
  const percent = shown === undefined ? undefined : Math.round(shown);
  const counted = [...(text.match(IN_BRACKETS) ?? []), ...(lines.length > 1 ? lines : [])];
  const count = firstValue(counted, (part) => (locale.percent(part) === undefined ? locale.count(part) : undefined));
  if (count === 0 || locale.says(text, ({ offers }) => offers.justLaunched)) return { count, isJustLaunched: true };
  return { percent, count, isJustLaunched: percent === undefined && count === undefined ? undefined : false };
}

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
