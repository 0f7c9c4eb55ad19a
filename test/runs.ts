/**
 * Runs of the properties that are expensive: a tenth of them with the quick tests, a third with the long tests, which run each `*.property.test.ts` too,
 * and all of them at night.
 */
import { isNightly } from '../checks/is-nightly.ts';

/** Whether the long tests run. */
export const isLong: boolean = process.env.BUYBOX_PROPERTY_RUNS !== undefined;

/** Returns the number of runs of a property. */
export function runsOf(all: number): { numRuns: number } {
  return { numRuns: isNightly ? all : Math.ceil(all / (isLong ? 3 : 10)) };
}
