/** What a page lacks or differs in (design §5.15): reported, never passed over in silence. */
import type { Language } from '../contract/codes.ts';
import type { Gap } from '../contract/gap.ts';
import type { Page } from './page.ts';
import type { Landmark } from './reader.ts';

/** The landmarks that a page of its type should have and this one lacks, and a language or currency other than one would expect. */
export function gapsOf(
  page: Page,
  landmarks: readonly Landmark[],
  currency: unknown,
  requested: Language | undefined,
): Gap[] {
  const gaps = landmarks
    .filter(({ test }) => !test(page))
    .map(({ name }): Gap => ({ landmark: name, kind: 'missing', detail: `the page has no ${name}` }));
  const { marketplace, language } = page.locale;
  if (!page.has('body > *')) gaps.push({ landmark: 'html', kind: 'partial', detail: 'the page has no body' });
  if (typeof currency === 'string' && currency !== marketplace.currency) {
    gaps.push({
      landmark: 'html',
      kind: 'currency',
      detail: `prices are in ${currency}, not in ${marketplace.currency}`,
    });
  }
  const expected =
    requested === 'en' ? 'en' : requested === 'native' ? marketplace.locales.native.slice(0, 2) : undefined;
  if (expected !== undefined && language !== expected) {
    gaps.push({ landmark: 'html', kind: 'language', detail: `the page is in "${language}", not in "${expected}"` });
  }
  return gaps;
}
