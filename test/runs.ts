/** Runs of the properties that are expensive: a part of them with the quick tests, all of them with the long ones, which run each `*.property.test.ts` too. */

/** Whether the long tests run. */
export const isLong: boolean = process.env.BUYBOX_PROPERTY_RUNS !== undefined;

/** Returns the number of runs of a property: all of them, or one of five. */
export function runsOf(all: number): { numRuns: number } {
  return { numRuns: isLong ? all : Math.ceil(all / 5) };
}
