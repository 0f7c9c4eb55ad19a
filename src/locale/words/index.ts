/** The word files by language. */
import { de } from './de.ts';
import { en } from './en.ts';
import { other } from './other.ts';
import type { LanguageCode, Words } from './words.ts';

/** The word file of each language. */
export const wordsByLanguage: Partial<Record<LanguageCode, Words>> = { en, de };

/** The words of a language given as `de`, `de-DE` or `de_DE`; for a language without a word file, words that know no language. */
export function wordsOf(language: string): Words {
  const code = language.slice(0, 2).toLowerCase();
  return Object.hasOwn(wordsByLanguage, code) ? (wordsByLanguage[code as LanguageCode] ?? other) : other;
}
