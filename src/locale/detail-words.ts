/** The labels of detail rows in all languages. */
import { once } from './phrases.ts';
import { fold } from './text.ts';
import { en } from './words/en.ts';
import { wordsByLanguage } from './words/index.ts';
import type { DetailWords, Words } from './words/words.ts';

type Key = keyof DetailWords;

/**
 * Returns the labels of a language, then those of English, then those of all other languages. Rows have the language in which the seller described
 * the product, so a page has rows in several languages. A label that means something else in the page's language or in English is left out.
 */
export const detailWordsOf = once((own: Words): DetailWords => {
  const others = Object.values(wordsByLanguage).filter((words) => words !== own && words !== en);
  const keys = Object.keys(own.details) as Key[];
  const meanings = new Map<string, Set<Key>>();
  const known = [...new Set([own, en])];
  for (const { details } of known) {
    for (const key of keys) {
      for (const label of details[key].map(fold)) meanings.set(label, (meanings.get(label) ?? new Set()).add(key));
    }
  }
  const foreign = (key: Key) =>
    others.flatMap(({ details }) => details[key]).filter((label) => meanings.get(fold(label))?.has(key) ?? true);
  const lists = keys.map((key) => [
    key,
    [...new Set([...known.flatMap(({ details }) => details[key]), ...foreign(key)])],
  ]);
  return Object.fromEntries(lists) as unknown as DetailWords;
});
