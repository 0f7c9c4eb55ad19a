/** The error for a wrong parameter or argument. */
import { BadRequestError } from './errors.ts';
import { shortened } from './shown.ts';

/** Returns the error for a wrong parameter or argument. */
export const wrongParameter = (parameter: string, why: string, cause?: unknown): BadRequestError =>
  new BadRequestError(`${shortened(parameter)}: ${why}`, { parameter, cause });
