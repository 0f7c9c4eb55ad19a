/** The name that was probably meant. */
import { closestMatch } from 'leven';

/** Returns a sentence that suggests the known name most similar to a wrong one, or lists all known names. */
export function didYouMean(wrong: string, known: readonly string[]): string {
  const nearest = closestMatch(wrong, known, { maxDistance: Math.max(2, Math.ceil(wrong.length / 3)) });
  return nearest === undefined ? `Expected one of ${[...known].sort().join(', ')}.` : `Did you mean "${nearest}"?`;
}
