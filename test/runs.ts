/**
 * Runs of the properties: a part of them with the quick tests, more with the long tests, which run each `*.property.test.ts` too, and all of them at
 * night.
 */
import { isNightly } from '../checks/is-nightly.ts';

/** Whether the long tests run. */
export const isLong: boolean = process.env.PROPERTY_RUNS !== undefined;

/** Returns the number of runs of a property: all of them at night, one of so many with the quick tests, and at least a third with the long tests. */
export function runsOf(all: number, oneOf = 10): { numRuns: number } {
  return { numRuns: isNightly ? all : Math.ceil(all / (isLong ? Math.min(oneOf, 3) : oneOf)) };
}
