/**
 * Runs of the properties that are expensive: a tenth of them with the quick tests, all of them at night and with the long tests, which run each
 * `*.property.test.ts` too.
 */
import { isNightly } from '../checks/is-nightly.ts';

/** Whether the long tests run. */
export const isLong: boolean = process.env.BUYBOX_PROPERTY_RUNS !== undefined;

/** Returns the number of runs of a property: all of them, or one of ten. */
export function runsOf(all: number): { numRuns: number } {
  return { numRuns: isLong || isNightly ? all : Math.ceil(all / 10) };
}
