/** The name that was probably meant. */
import { closestMatch } from 'leven';

/** Longer names are not misspelled: comparing takes time that grows with the length. */
const LONGEST_NAME = 100;

/** Returns the known name that is most similar to a wrong one: with another case or separators, or misspelled. `undefined` if none is similar. */
export function nearestOf(wrong: string, known: readonly string[]): string | undefined {
  if (wrong.length > LONGEST_NAME) return undefined;
  return (
    known.find((name) => bare(name) === bare(wrong)) ??
    closestMatch(wrong, known, { maxDistance: Math.max(2, Math.ceil(wrong.length / 3)) })
  );
}

/** Returns a sentence that suggests the known name most similar to a wrong one, or lists all known names. */
export function didYouMean(wrong: string, known: readonly string[]): string {
  const nearest = nearestOf(wrong, known);
  return nearest === undefined ? `Expected one of ${[...known].sort().join(', ')}.` : `Did you mean "${nearest}"?`;
}

function bare(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}
