/** A step of `npm run release:version`: prints a warning if the browser identity of the requests is old. */
import { IDENTITY_DATE } from '../src/sources/http/identity.ts';

const TWO_YEARS_MS = 2 * 365.25 * 86_400_000;

/** Returns a warning if {@link IDENTITY_DATE} is two years ago. @param now The time, in milliseconds since the epoch. */
export function identityWarning(now: number): string | undefined {
  if (now - Date.parse(IDENTITY_DATE) < TWO_YEARS_MS) return undefined;
  return (
    `The browser identity is of ${IDENTITY_DATE}, more than two years ago. ` +
    'Set the version of a current browser, its hints and IDENTITY_DATE in src/sources/http/identity.ts.'
  );
}

if (import.meta.main) {
  const warning = identityWarning(Date.now());
  if (warning !== undefined) console.warn(`Warning: ${warning}`);
}
