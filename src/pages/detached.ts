/** Copies data, so that it does not keep the HTML of its page in memory. */

/** Returns the same data with copies of its strings. A string that is a slice of the HTML keeps the whole HTML in memory. */
export function detached<T>(value: T): T {
  if (typeof value === 'string') return own(value) as T;
  if (Array.isArray(value)) return value.map(detached) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [own(key), detached(member)])) as T;
}

/** V8 copies shorter slices. Slices of this length share the memory of the whole string. */
const SHORTEST_SLICE = 13;

function own(text: string): string {
  // V8 copies the concatenated string before it takes the slice.
  return text.length < SHORTEST_SLICE ? text : ` ${text}`.slice(1);
}
