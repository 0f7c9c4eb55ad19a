/** A plain model of the history: a list of looks, read minute by minute. */

export const MINUTE = 60_000;

/** A look of the model. */
export interface ModelLook {
  /** Minutes since the start. */
  minute: number;
  /** `undefined`: unknown. */
  value: number | null | undefined;
}

/** Returns the known value of each watched minute: a look holds until the next one, if that comes within three intervals. */
export function minutesOf(looks: readonly ModelLook[], everyMinutes: number): Map<number, number | null> {
  const minutes = new Map<number, number | null>();
  for (const [index, { minute, value }] of looks.entries()) {
    const next = looks[index + 1];
    if (next === undefined || value === undefined || next.minute - minute > 3 * everyMinutes) continue;
    for (let at = minute; at < next.minute; at++) minutes.set(at, value);
  }
  return minutes;
}

/** Returns the mean of numbers; `undefined` of none. */
export function mean(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
