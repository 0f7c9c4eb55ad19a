/** Builds the regular expressions that the modules of `src/` and `tools/` build later: those of all languages, and some of single functions. */

import {
  createLocale,
  isOneOf,
  marketplaces,
  mentions,
  numberIn,
  readTemplate,
  without,
  wordsByLanguage,
} from '../../src/locale/index.ts';
import type { Phrases } from '../../src/locale/words/words.ts';
import { withoutEchoes } from '../../src/options/secrets.ts';
import { arbitraries } from '../../src/testing/arbitraries.ts';
import { pageHandlers } from '../../src/testing/msw.ts';
import { withoutSecret } from '../../tools/anonymize/secrets.ts';

/** A text that no reader leaves before it builds its expressions. */
const TEXT = '12 march 2026 - 1 xyz';

/** Uses each list of words in each way that lists are used, and each reader of each language. */
export function buildAll(): void {
  for (const [language, words] of Object.entries(wordsByLanguage)) {
    for (const phrases of listsIn(words)) {
      mentions(TEXT, phrases);
      without(TEXT, phrases);
      isOneOf(TEXT, phrases);
      numberIn(TEXT, phrases);
      readTemplate(TEXT, phrases);
    }
    const locale = createLocale({ marketplace: marketplaces.us, language, requestedAt: new Date() });
    for (const reader of Object.values(locale)) {
      if (typeof reader === 'function') (reader as (text: string, more: unknown) => unknown)(TEXT, () => []);
    }
    locale.delivery(TEXT, TEXT);
  }
  pageHandlers();
  // The generators are made when they are read.
  Object.values(arbitraries);
  withoutEchoes(TEXT, 'march');
  withoutSecret(TEXT, { kind: 'place', value: 'New York 12' });
}

function listsIn(words: unknown): Phrases[] {
  if (Array.isArray(words)) return words.every((one) => typeof one === 'string') ? [words] : words.flatMap(listsIn);
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(listsIn) : [];
}
