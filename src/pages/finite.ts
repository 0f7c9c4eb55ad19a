/** The last check of the data: numbers are finite, and small enough to be exact. */
import { type PageType, type PageTypeInfo, pageTypes } from '../contract/page-types.ts';

/**
 * Removes the fields that have a number that is not finite or above `Number.MAX_SAFE_INTEGER`, from the data and from the entries of its list.
 *
 * @returns the paths of the removed fields, for example `shallow_parts[3].unit_price`
 */
export function removeNotFinite(data: object, type: PageType): string[] {
  const { list }: PageTypeInfo = pageTypes[type];
  const removed: string[] = [];
  for (const [name, value] of Object.entries(data)) {
    if (hasFiniteNumbers(value)) continue;
    const entries = name === list && Array.isArray(value) ? value : [];
    for (const [index, entry] of entries.entries()) {
      for (const field of notFiniteIn(entry)) {
        delete entry[field];
        removed.push(`${name}[${index}].${field}`);
      }
    }
    if (entries.length > 0) continue;
    delete data[name as keyof typeof data];
    removed.push(name);
  }
  return removed;
}

function notFiniteIn(fields: object): string[] {
  return Object.entries(fields).flatMap(([name, value]) => (hasFiniteNumbers(value) ? [] : [name]));
}

/** Whether all numbers in a value are finite and exact. */
export function hasFiniteNumbers(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  if (typeof value !== 'object' || value === null) return true;
  return Array.isArray(value) ? value.every(hasFiniteNumbers) : Object.values(value).every(hasFiniteNumbers);
}
