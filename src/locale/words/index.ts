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

/** The words of a language given as `de`, `de-DE` or `de_DE`; for a language without a word file, words that know no language. */
export function wordsOf(language: string): Words {
  const code = LANGUAGE.exec(language)?.[0].toLowerCase() ?? '';
  return Object.hasOwn(wordsByLanguage, code) ? wordsByLanguage[code as LanguageCode] : other;
}

/** The first part of a language tag. */
const LANGUAGE = /^[a-z]{2}(?![a-z])/i;
