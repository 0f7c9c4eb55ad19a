/** What a page says of a seller's feedback in one line: "98% positive over last 12 months (1,234 ratings)". */
import { type Locale, mentions } from '../../locale/index.ts';

/** A seller's feedback. */
export interface Feedback {
  /** Share of positive ratings. */
  percent?: number | undefined;
  /** How many ratings. */
  count?: number | undefined;
  /** Whether the seller is new and has none; not known where nothing is said of feedback. */
  isJustLaunched?: boolean | undefined;
}

const DIGIT = /[\d\u0660-\u0669]/;
const PERCENT = /([\d\u0660-\u0669]{1,3}) ?[%\u066a\uff05]|[%\u066a\uff05] ?([\d\u0660-\u0669]{1,3})/u;
const IN_BRACKETS = /[(\uff08][^()\uff08\uff09]*[)\uff09]/gu;

/** Reads the lines on feedback: the count stands in brackets, or on a line of its own. */
export function feedbackOf(lines: readonly string[], locale: Locale): Feedback {
  const text = lines.join(' ');
  if (text === '') return {};
  const percentage = PERCENT.exec(text);
  const percent = locale.number(percentage?.[1] ?? percentage?.[2]);
  const places = [...(text.match(IN_BRACKETS) ?? []), ...(lines.length > 1 ? lines : [])];
  const count = locale.count(places.find((place) => !PERCENT.test(place) && locale.count(place) !== undefined));
  // In the place of numbers stand words: "Just launched", however a language puts it.
  const isNew = mentions(text, locale.words.offers.justLaunched) || !DIGIT.test(text) || count === 0;
  return {
    percent: percent !== undefined && percent <= 100 ? percent : undefined,
    count,
    isJustLaunched: isNew,
  };
}
