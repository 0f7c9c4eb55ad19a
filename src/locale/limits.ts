/** How long a text is at most that a reader reads. */

/**
 * Characters for each reader: at least five times the longest text that real pages have for it. A longer text is not what the reader reads, and is
 * not understood: it is never cut.
 */
export const LONGEST_TEXT = {
  says: 2000,
  saysInAnyLanguage: 2000,
  number: 200,
  count: 1000,
  counts: 500,
  rating: 300,
  percent: 500,
  price: 1000,
  prices: 1000,
  priceRange: 500,
  date: 500,
  dateInAnyLanguage: 500,
  delivery: 1500,
  condition: 500,
  dealKind: 500,
  dealEnd: 1500,
  dealEndAt: 100,
  isNotLive: 500,
  stock: 2000,
  dimensions: 500,
  weight: 500,
} as const;

/** The same for phrases that are searched outside of a reader. */
export const LONGEST_WITH_PHRASES = 2000;
/** The same for lines that follow a template. */
export const LONGEST_LINE = 200;

type Reader = (text: string | undefined, more: never) => unknown;

/** Returns the readers so that each reads only texts within its limit: a longer text is like an absent one. */
export function limited<Readers extends Record<keyof typeof LONGEST_TEXT, Reader>>(readers: Readers): Readers {
  const names = Object.keys(LONGEST_TEXT) as (keyof typeof LONGEST_TEXT)[];
  const rows = names.map((name) => {
    const reader = readers[name] as (text: unknown, more: unknown) => unknown;
    const readable = (text: unknown) =>
      typeof text === 'string' && text.length > LONGEST_TEXT[name] ? undefined : text;
    return [name, (text: unknown, more: unknown) => reader(readable(text), readable(more))] as const;
  });
  return Object.fromEntries(rows) as unknown as Readers;
}
