/** Reports missing parts of a page, and unexpected languages, currencies and places. */
import type { Language } from '../../contract/codes.ts';
import type { Gap } from '../../contract/generated/gap.ts';
import { type PageType, type PageTypeInfo, pageTypes } from '../../contract/page-types.ts';
import { regionNamed } from '../../locale/index.ts';
import { isWanted, type Landmark } from '../engine/fields.ts';
import type { Page } from '../engine/page.ts';
import { shownLocation } from '../parts/delivery-location.ts';
import { identityGap, type OtherSubject } from './subject.ts';

interface ReadPage {
  page: Page;
  type: PageType;
  /** How the subject of the page differs from the requested one. */
  other: OtherSubject | undefined;
  landmarks: readonly Landmark[];
  data: unknown;
  /** The requested language. */
  language: Language | undefined;
  /** The requested postal code. */
  place: string | undefined;
}

/** Returns the gaps: missing landmarks, a missing end, a subject, language, currency or place that was not requested, and contradictions. */
export const findGaps = (read: ReadPage): Gap[] => [
  ...identityGaps(read),
  ...landmarkGaps(read),
  ...partGaps(read),
  ...languageGaps(read),
  ...currencyGaps(read),
  ...placeGaps(read),
  ...read.page.source.contradictions.values(),
];

const identityGaps = ({ other }: ReadPage): Gap[] => (other === undefined ? [] : [identityGap(other)]);

/** A page without a required landmark was not read. */
const landmarkGaps = ({ page, landmarks }: ReadPage): Gap[] =>
  landmarks
    .filter(({ fields }) => fields === undefined || fields.some((field) => isWanted(page, field)))
    .filter(({ required, test }) => required !== true && !test(page))
    .map(({ name, partial, amount }) => ({
      landmark: name,
      kind: partial === undefined ? 'missing' : 'partial',
      detail: partial ?? `the page has no ${name}`,
      ...amount?.(page),
    }));

function partGaps({ page }: ReadPage): Gap[] {
  if (!page.source.isCut) return [];
  return [{ landmark: 'html', kind: 'partial', detail: 'the HTML ends before the page is complete' }];
}

function languageGaps({ page, language: mode }: ReadPage): Gap[] {
  const { marketplace, language } = page.locale;
  if (mode === undefined) return [];
  const expected = mode === 'en' ? 'en' : marketplace.locales.native.slice(0, 2);
  if (language === expected) return [];
  return [{ landmark: 'html', kind: 'language', detail: `the page is in "${language}", not in "${expected}"` }];
}

function currencyGaps({ page, type, data }: ReadPage): Gap[] {
  const { currency: expected } = page.locale.marketplace;
  const { list, sections }: PageTypeInfo = pageTypes[type];
  const currency = currencyOf(data, list, sections);
  if (currency === undefined || currency === expected) return [];
  return [{ landmark: 'html', kind: 'currency', detail: `prices are in ${currency}, not in ${expected}` }];
}

/** Returns the currency of the page's item, else of the first item of its lists that has one. */
function currencyOf(data: unknown, list = '', sections = ''): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const fields: Record<string, unknown> = { ...data };
  if (typeof fields.currency === 'string') return fields.currency;
  const items = [fields[list] ?? []].flat().map((item) => currencyOf(item));
  const lists = [fields[sections] ?? []].flat().map((section) => currencyOf(section, list));
  return [...items, ...lists].find((currency) => currency !== undefined);
}

/** Prices, offers and promises are for the delivery location that the page names. */
function placeGaps({ page, place: expected }: ReadPage): Gap[] {
  const landmark = 'glow-ingress-line2';
  const place = shownLocation(page);
  if (expected !== undefined && place !== undefined && !place.includes(expected)) {
    return [{ landmark, kind: 'place', detail: `the page is for "${place}", not for "${expected}"` }];
  }
  const { marketplace, language } = page.locale;
  const region = place === undefined || /\d/.test(place) ? undefined : regionNamed(place, language);
  if (region === undefined || region === marketplace.countryCode) return [];
  return [{ landmark, kind: 'place', detail: `the page is for "${place}", not for ${marketplace.country}` }];
}
