/** Numbers and times as the dashboard shows them. All times are UTC. */

/** Shown for a value that does not exist. */
export const NOTHING = '–';

/** Returns a whole number with separators. */
export function number(value: number): string {
  return value.toLocaleString('en');
}

/** Returns a share such as `12.3%`. A small one is not shown as none, and one that is not whole is not shown as whole. */
export function percent(share: number | undefined): string {
  if (share === undefined) return NOTHING;
  if (share > 0 && share < 0.001) return '<0.1%';
  if (share < 1 && share > 0.999) return '>99.9%';
  return `${(share * 100).toLocaleString('en', { maximumFractionDigits: 1 })}%`;
}

/** Returns a duration such as `240 ms` or `1.4 s`, with the digits that a percentile has. */
export function duration(ms: number | undefined): string {
  if (ms === undefined) return NOTHING;
  const rounded = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 2 });
  return ms < 1000 ? `${rounded(ms)} ms` : `${rounded(ms / 1000)} s`;
}

/** Returns a day, `YYYY-MM-DD`. */
export function day(time: number | Date): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Returns a time, `YYYY-MM-DD HH:MM:SS`. */
export function dateTime(time: number | Date): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

/** Returns a number with its word: `1 gap`, `2 gaps`. */
export function counted(count: number, word: string): string {
  return `${number(count)} ${word}${count === 1 ? '' : 's'}`;
}
