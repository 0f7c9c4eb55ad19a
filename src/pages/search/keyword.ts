/** Compares search keywords. */
import { fold } from '../../locale/index.ts';

/** Everything but letters, digits and accents: a URL has plus signs for blanks, and the page can quote its keyword. */
const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/gu;

/** Whether two keywords are the same search. Case, accents, blanks and punctuation make no difference. */
export function isSameKeyword(one: string, other: string): boolean {
  return squashed(one) === squashed(other);
}

/** Whether two keywords share more than half of the words of the shorter one: "laptop" and "laptop 15 inch". */
export function isSimilarKeyword(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const shared = [...words].filter((word) => others.has(word));
  return 2 * shared.length > Math.min(words.size, others.size);
}

function squashed(keyword: string): string {
  // A keyword of punctuation only is compared as it is.
  return fold(keyword).replace(SEPARATORS, '') || fold(keyword);
}

/** The words of a keyword, also in languages without blanks between words. */
function wordsOf(keyword: string): Set<string> {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(fold(keyword));
  return new Set([...segments].filter(({ isWordLike }) => isWordLike === true).map(({ segment }) => segment));
}
