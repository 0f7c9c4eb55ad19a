/** The word files by language. */
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { other } from './other.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { sv } from './sv.ts';
import { tr } from './tr.ts';
import type { LanguageCode, Words } from './words.ts';

/** The word file of each language. */
export const wordsByLanguage: Readonly<Record<LanguageCode, Words>> = {
  en,
  de,
  fr,
  it,
  es,
  pt,
  ja,
  tr,
  ar,
  nl,
  pl,
  sv,
};

/** Returns the words of a language: `de`, `de-DE` or `de_DE`. A language without a word file gets the words of `other.ts`. */
export function wordsOf(language: string): Words {
  const code = LANGUAGE.exec(language)?.[0].toLowerCase() ?? '';
  return Object.hasOwn(wordsByLanguage, code) ? wordsByLanguage[code as LanguageCode] : other;
}

/** The language of a language tag. */
const LANGUAGE = /^[a-z]{2}(?![a-z])/i;
