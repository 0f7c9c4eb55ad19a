/** Shows that the time grows like the size: reads the same attack in two sizes, and in more if the larger one took long. */
import type { PageType } from '../../src/entries/parse.ts';
import type { Base } from './bases.ts';
import { inSlots, scriptIn, structureIn } from './places.ts';
import type { Plan, Targets } from './plan.ts';
import { Random } from './random.ts';
import { SCRIPTS } from './scripts.ts';
import { STRUCTURES } from './structures.ts';
import { TEXTS_OF_SERIES } from './texts.ts';

/** A family of pages that differ in size. */
export interface Series {
  /** The contents of the pages, in words. */
  what: string;
  base: Base;
  /** The slots that have the text: a series is split until one slot is left. */
  paths: readonly string[];
  /** Returns the page of a size. */
  page: (size: number, paths: readonly string[]) => string;
}

/** Slots that are attacked at once: most series are harmless, and a harmful one is split. */
const GROUP = 24;

/** All series of some pages, in a fixed order. */
export function seriesOf(bases: readonly Base[], plan: Plan): Series[] {
  const types = Object.keys(plan) as PageType[];
  return types.flatMap((type) => {
    const own = bases.filter((base) => base.type === type);
    const targets = plan[type];
    return targets === undefined
      ? []
      : [...ofSlots(own, targets), ...ofStructures(own, targets), ...ofScripts(own, targets)];
  });
}

function ofSlots(bases: readonly Base[], { paths }: Targets): Series[] {
  const groups = Array.from({ length: Math.ceil(paths.length / GROUP) }, (_, at) =>
    paths.slice(at * GROUP, (at + 1) * GROUP),
  );
  return groups.flatMap((group, at) =>
    TEXTS_OF_SERIES.map((text, number): Series => {
      const base = bases[(at + number) % bases.length] as Base;
      const page = (size: number, some: readonly string[]) =>
        inSlots(base, some, text.make(Math.ceil(size / group.length)));
      return { what: text.name, base, paths: group, page };
    }),
  );
}

function ofStructures(bases: readonly Base[], { paths }: Targets): Series[] {
  return STRUCTURES.flatMap((structure) =>
    Array.from({ length: structure.name.includes('page') ? 12 : 1 }, (_, turn): Series => {
      const random = new Random(structure.name, turn);
      const base = random.pick(bases);
      const path = random.pick(paths);
      const page = (size: number) => structureIn(base, path, structure, size, new Random(structure.name, turn)).html;
      return { what: structure.name, base, paths: [path], page };
    }),
  );
}

function ofScripts(bases: readonly Base[], { markers, states }: Targets): Series[] {
  const base = bases[0] as Base;
  return SCRIPTS.flatMap((script) =>
    (script.name.includes('state') ? states : markers).map((marker): Series => {
      const page = (size: number) => scriptIn(base, script, marker, size, new Random(script.name)).html;
      return { what: script.name, base, paths: [marker], page };
    }),
  );
}

/** The time of the pages of a series. */
export interface Growth {
  what: string;
  /** Milliseconds of CPU time by size. */
  times: readonly (readonly [size: number, cpu: number])[];
  /** Whether the time grew like the square of the size, or faster. */
  isSteep: boolean;
}

/** Below this time growth is not measured: the noise is larger. */
const QUIET_MS = 60;
/** A doubling of the size that more than doubles the time by this factor is steep. */
const STEEP = 3;
const LARGE = 1_000_000;

/** Measures a series. @param read Reads a page, and returns the milliseconds of CPU time */
export function growthOf(series: Series, read: (html: string) => number): Growth {
  const { what, base, paths, page } = series;
  const cpu = (size: number) => read(page(size, paths));
  const name = (some: readonly string[]) => `${base.name}: ${what} in ${some.join(' | ')}`;
  // The small pages first, so that a series without end is found early.
  const first: [number, number][] = [];
  for (let size = LARGE / 64; size <= LARGE; size *= 8) {
    first.push([size, cpu(size)]);
    if ((first.at(-1)?.[1] ?? 0) > 400) break;
  }
  const last = first.at(-1) as [number, number];
  if (last[1] < QUIET_MS) return { what: name(paths), times: first, isSteep: false };
  const again = doublings(last[0], (size) => Math.min(cpu(size), cpu(size), cpu(size)));
  if (!isSteep(again)) return { what: name(paths), times: again, isSteep: false };
  const guilty = paths.length === 1 ? paths : guiltyOf(series, last[0], last[1], read);
  return { what: name(guilty), times: again, isSteep: true };
}

/** Two doublings that end with a size. */
function doublings(size: number, cpu: (size: number) => number): [number, number][] {
  return [size / 4, size / 2, size].map((one) => [one, cpu(one)]);
}

/** Both doublings must be steep: noise makes one of them steep, not both. */
function isSteep(times: readonly (readonly [number, number])[]): boolean {
  return times.every(([, cpu], at) => at === 0 || cpu > STEEP * (times[at - 1]?.[1] ?? 0));
}

/** Returns the slots that take most of the time: half of a group, as long as one half takes more than half of it. */
function guiltyOf(
  { paths, page }: Series,
  size: number,
  whole: number,
  read: (html: string) => number,
): readonly string[] {
  let guilty = paths;
  while (guilty.length > 1) {
    const middle = Math.ceil(guilty.length / 2);
    const halves = [guilty.slice(0, middle), guilty.slice(middle)];
    const found = halves.find((half) => read(page(size, half)) > whole / 3);
    if (found === undefined) return guilty;
    guilty = found;
  }
  return guilty;
}
