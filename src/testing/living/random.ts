/** Random numbers that follow from a seed: the same on every machine and in every run. */

/** Returns the next number, from 0 to less than 1. */
export type Random = () => number;

/** Returns a source of numbers that belongs to the names: other names give other numbers. */
export function randomOf(...names: readonly (string | number)[]): Random {
  let state = hashOf(names.join('\n'));
  // Mulberry32: small, fast, and good enough for tests.
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a whole number from `least` to `most`. */
export function wholeBetween(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** Returns an item of a list. */
export function oneOfList<T>(random: Random, list: readonly T[]): T | undefined {
  return list[Math.floor(random() * list.length)];
}

/** Returns the time until the next of events that happen at random, so often a day [milliseconds]. */
export function untilNext(random: Random, perDay: number): number {
  return (-Math.log(1 - random()) / perDay) * 86_400_000;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
