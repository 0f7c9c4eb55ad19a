/** A seller's feedback in one line: "98% positive over last 12 months (1,234 ratings)". */
import { type Locale, mentions } from '../../locale/index.ts';

/** A seller's feedback. */
export interface SellerFeedback {
  /** The share of positive ratings, 0 to 100. */
  percent?: number | undefined;
  /** The number of ratings. */
  count?: number | undefined;
  /** Whether the seller is new and has no ratings. `undefined` if the page has no feedback line. */
  isJustLaunched?: boolean | undefined;
}

const DIGIT = /\p{Nd}/u;
const IN_BRACKETS = /[(（][^()（）]*[)）]/gu;

/** Reads the lines of a feedback block. The count is in brackets or on a line of its own. */
export function sellerFeedback(lines: readonly string[], locale: Locale): SellerFeedback {
  const text = lines.join(' ');
  if (text === '') return {};
  const counted = [...(text.match(IN_BRACKETS) ?? []), ...(lines.length > 1 ? lines : [])];
  const count = counted.filter((part) => locale.percent(part) === undefined).map((part) => locale.count(part));
  const ratings = count.find((one) => one !== undefined);
  // A new seller has words instead of numbers, "Just launched", in any language.
  const isJustLaunched = mentions(text, locale.words.offers.justLaunched) || !DIGIT.test(text) || ratings === 0;
  return { percent: locale.percent(text), count: ratings, isJustLaunched };
}
