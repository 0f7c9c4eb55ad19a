/** Which parts of a page are unclear, by its gaps. */
import type { Gap } from '../../contract/generated/gap.ts';

/** A part of a page in which absence has a meaning: `prices` and `references` (struck-through prices) of entries, `list` for what is in a list. */
export type Part = 'buybox' | 'prices' | 'references' | 'imprint' | 'list';

const ALL: readonly Part[] = ['buybox', 'prices', 'references', 'imprint', 'list'];

/** The parts that each landmark makes unclear. A landmark that is not here, of a later version for example, makes all parts unclear. */
const PARTS: Readonly<Record<string, readonly Part[]>> = {
  '#productTitle': [],
  '#buybox': ['buybox'],
  '#imageBlock': [],
  '#customerReviews': [],
  histogramTable: [],
  delivery: [],
  savingsPercentage: ['references'],
  'price-recipe': ['references'],
  'aod-offer-price': ['references'],
  'aod-total-offer-count': [],
  'aod-offer': ['buybox', 'list'],
  'aod-pinned-offer': ['buybox', 'list'],
  's-search-results': ['list'],
  's-result-info-bar': [],
  's-image': [],
  'a-price': ['prices'],
  'a-icon-star': [],
  gridItemRoot: ['list'],
  'data-client-recs-list': ['prices'],
  name: [],
  'page-section-detail-seller-info': ['imprint'],
};

/** Kinds of gaps that say what the page is about or where it is for, and not that something is missing. */
const CONDITIONS: ReadonlySet<Gap['kind']> = new Set(['language', 'currency', 'place', 'identity']);

/** Returns the parts that gaps make unclear: what these parts do not show is unknown. */
export function unclearParts(gaps: readonly Gap[]): ReadonlySet<Part> {
  return new Set(gaps.filter(({ kind }) => !CONDITIONS.has(kind)).flatMap(partsOf));
}

function partsOf({ landmark }: Gap): readonly Part[] {
  return (Object.hasOwn(PARTS, landmark) ? PARTS[landmark] : undefined) ?? ALL;
}
