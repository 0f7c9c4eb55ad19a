/** Shared by the tests of this folder. */

import type { MarketplaceCode } from '../../src/contract/codes.ts';
import { createLocale, type Locale, marketplaces } from '../../src/locale/index.ts';

/** Runs of each property: `PROPERTY_RUNS`, or 20. */
export const runs = { numRuns: Number(process.env.PROPERTY_RUNS ?? 20) };

/** Timeout of a property in milliseconds: grows with the number of runs. */
export const patience = 20_000 + runs.numRuns * 20;

/** A Wednesday. */
const NOON = '2026-03-11T12:00:00Z';

/** Returns the readers for pages of a marketplace. */
export function localeOf(code: MarketplaceCode, language: string, requestedAt = NOON): Locale {
  return createLocale({ marketplace: marketplaces[code], language, requestedAt: new Date(requestedAt) });
}

/** A marketplace for each language. */
export const languages = [
  ['en', 'us'],
  ['de', 'de'],
  ['fr', 'fr'],
  ['it', 'it'],
  ['es', 'es'],
  ['pt', 'br'],
  ['ja', 'jp'],
  ['tr', 'tr'],
  ['ar', 'sa'],
  ['nl', 'nl'],
  ['pl', 'pl'],
  ['sv', 'se'],
] as const satisfies readonly (readonly [string, MarketplaceCode])[];

/** Every marketplace with each of its languages: `['be', 'nl-BE']`. */
export const renders: readonly (readonly [MarketplaceCode, string])[] = Object.values(marketplaces).flatMap(
  ({ code, locales }) =>
    [...new Set([locales.native, ...(locales.english === undefined ? [] : [locales.english]), ...locales.others])].map(
      (locale) => [code, locale.replace('_', '-')] as const,
    ),
);
