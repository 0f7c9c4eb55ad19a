/** Data that keeps no page alive. */

/**
 * The same data with every string in memory of its own. A string that was cut out of the page's text keeps the whole text alive for as long as
 * it lives; short strings never do.
 */
export function detached<T>(value: T): T {
  if (typeof value === 'string') return own(value) as T;
  if (Array.isArray(value)) return value.map(detached) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [own(key), detached(member)])) as T;
}

/** V8 copies what is shorter; a slice of this length or more shares the memory of the whole. */
const SHORTEST_SLICE = 13;

function own(text: string): string {
  // The concatenation is flattened into memory of its own before it is cut.
  return text.length < SHORTEST_SLICE ? text : ` ${text}`.slice(1);
}
