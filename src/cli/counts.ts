/** Counts as messages and reports show them. */

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A count with separators: `12,840`. */
export function count(value: number): string {
  return WHOLE.format(value);
}

/** The noun of a count: the singular, or singular and plural. The plural is the singular with an s by default. */
export type Noun = string | readonly [one: string, many: string];

/** A count with its noun: `1 result`, `12,840 results`. */
export function counted(value: number, noun: Noun): string {
  const [one, many] = typeof noun === 'string' ? [noun, `${noun}s`] : noun;
  return `${count(value)} ${value === 1 ? one : many}`;
}
