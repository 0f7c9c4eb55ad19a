/**
 * Runs of the properties: a part of them with the quick tests, all of them at night and with the long tests, which run each `*.property.test.ts` too.
 */
import { isNightly } from '../checks/is-nightly.ts';

/** Whether the long tests run. */
export const isLong: boolean = process.env.BUYBOX_PROPERTY_RUNS !== undefined;

/** Returns the number of runs of a property: all of them, or one of so many. */
export function runsOf(all: number, oneOf = 10): { numRuns: number } {
  return { numRuns: isLong || isNightly ? all : Math.ceil(all / oneOf) };
}
