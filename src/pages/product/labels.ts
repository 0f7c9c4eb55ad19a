/** Compares the labels of detail rows with phrases. */
import { fold, type Locale, type Phrases } from '../../locale/index.ts';

/** The site in a label: `amazon.de`, `Amazon.com.br`. */
const SITE = /\bamazon\.[a-z]{2,3}(?:\.[a-z]{2})?/i;
/** The order of sides in a label: `L x W x H`, `(長さx幅x高さ)`, `LxWxH`. */
const SIDES = /\s?[(（]?\s?(?:[^\P{L}x]{1,9}\s?[x×]\s?){1,2}[^\P{L}x]{1,9}\s?[)）]?$/u;
/** A label without one of these has no sides. This test is faster than `SIDES`. */
const TIMES = /[x×]/;

/** Returns the forms of a label that are compared: without the site, and without the order of sides. */
export function formsOf(label: string): string[] {
  const plain = label.replace(SITE, 'amazon');
  const bare = TIMES.test(plain) ? plain.replace(SIDES, '') : plain;
  return bare === plain ? [fold(plain)] : [fold(plain), fold(bare)];
}

const positions = new WeakMap<Phrases, ReadonlyMap<string, number>>();

/** Returns the position of the first form that is one of the phrases. The first phrase of a list wins. */
export function positionOf(forms: readonly string[], labels: Phrases): number | undefined {
  let map = positions.get(labels);
  if (map === undefined) {
    map = new Map(labels.map((label, at) => [fold(label), at] as const).reverse());
    positions.set(labels, map);
  }
  for (const form of forms) {
    const at = map.get(form);
    if (at !== undefined) return at;
  }
  return undefined;
}

/** Whether a label is one of the phrases. */
export function isLabel(label: string, labels: Phrases): boolean {
  return positionOf(formsOf(label), labels) !== undefined;
}

/** Lists of words that are not labels. */
const NOT_LABELS: readonly string[] = ['rankAround', 'pageCount', 'yes', 'no', 'batteriesNeeded'];

const allLabels = new WeakMap<Locale['details'], ReadonlySet<string>>();

/** Whether a label is that of any detail. */
export function isAnyLabel(label: string, details: Locale['details']): boolean {
  let set = allLabels.get(details);
  if (set === undefined) {
    const lists = Object.entries(details).filter(([name]) => !NOT_LABELS.includes(name));
    set = new Set(lists.flatMap(([, labels]) => (labels as Phrases).map(fold)));
    allLabels.set(details, set);
  }
  const known = set;
  return formsOf(label).some((form) => known.has(form));
}
