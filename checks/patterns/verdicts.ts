/** The faults of the regular expressions of a folder. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type Growth, growthOf } from './growth.ts';
import { type Found, sourcesIn } from './literals.ts';

/** A count up to this one is a small factor: `{0,40}`. */
const LARGEST_COUNT = 128;
/** The same for the tool that reads the user's own page once. */
const LARGEST_OF_OWN_PAGES = 2000;
const OF_OWN_PAGES = 'anonymize/';
/** Counts above this one must not be nested. */
const NESTED_COUNT = 8;

/** Returns a sentence for each regular expression below a folder whose time is not linear, and for each that was never built. */
export function problemsIn(folder: string): string[] {
  const { written, builds } = sourcesIn(folder);
  const built = recordedIn(folder);
  const known = new Set(built.map(({ place }) => place));
  const unbuilt = builds
    .filter((place) => !known.has(place))
    .map((place) => `${place}: this regular expression was never built: build it in checks/patterns/languages.ts.`);
  const verdicts = new Map<string, string | undefined>();
  for (const found of [...written, ...built]) {
    const key = `${found.place.startsWith(OF_OWN_PAGES)} ${found.flags} ${found.source}`;
    if (!verdicts.has(key)) verdicts.set(key, problemOf(found));
  }
  return [...unbuilt, ...[...verdicts.values()].filter((problem) => problem !== undefined)];
}

/** Returns all regular expressions that the modules below a folder build. */
function recordedIn(folder: string): Found[] {
  const script = path.join(import.meta.dirname, 'record.ts');
  const output = execFileSync(process.execPath, [script, folder], { encoding: 'utf8', maxBuffer: 1e9 });
  return JSON.parse(output) as Found[];
}

const REPEATS = /[*+{]/;

/** Returns what is wrong with a regular expression. `undefined` if its time is linear. */
export function problemOf({ place, source, flags }: Found): string | undefined {
  if (!REPEATS.test(source)) return undefined;
  const isOwn = place.startsWith(OF_OWN_PAGES);
  const growth = growthOf(source, flags, isOwn ? LARGEST_OF_OWN_PAGES : LARGEST_COUNT);
  if (growth.degree > 1) return sentence({ place, source, flags }, growth, powerOf(growth.degree));
  // Only counts can be nested.
  if (isOwn || !source.includes('{')) return undefined;
  const nested = growthOf(source, flags, NESTED_COUNT);
  return nested.degree > 2 ? sentence({ place, source, flags }, nested, 'is a product of its counts') : undefined;
}

function powerOf(degree: number): string {
  return degree === Number.POSITIVE_INFINITY
    ? 'doubles with each repetition'
    : `grows with the power ${degree} of the text`;
}

function sentence({ place, source, flags }: Found, { attack }: Growth, growth: string): string {
  const text =
    attack === undefined
      ? ''
      : ` for ${JSON.stringify(attack.start)}, ${JSON.stringify(attack.repeated)} repeated, ${JSON.stringify(attack.end)}`;
  const shown = source.length > 300 ? `${source.slice(0, 300)}...` : source;
  return `${place}: the time of /${shown}/${flags} ${growth}${text}.`;
}
