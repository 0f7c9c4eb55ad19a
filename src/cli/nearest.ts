/** The name that was probably meant. */
import { closestMatch } from 'leven';

/** Words on the name among the known ones that is nearest to a wrong one, or all of them when none is near and they are few. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = closestMatch(name, known, { maxDistance: Math.max(2, Math.ceil(name.length / 3)) });
  if (nearest !== undefined) return `did you mean ${nearest}?`;
  return `there are ${[...known].sort().join(', ')}`;
}
