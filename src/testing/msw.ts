/** Loads the optional package msw. */
import { createRequire } from 'node:module';
import { BadRequestError } from '../contract/errors.ts';

/** Returns the package msw. It is an optional peer dependency: the fixture marketplace works without it. */
export function loadMsw(feature: string): typeof import('msw') {
  try {
    return createRequire(import.meta.url)('msw');
  } catch (cause) {
    const advice = isMissing(cause)
      ? `${feature} needs the package msw. Install it: npm install --save-dev msw`
      : `${feature} could not load the package msw: ${String(cause)}`;
    throw new BadRequestError(`msw: ${advice}`, { code: 'INVALID_CONFIGURATION', parameter: 'msw', cause });
  }
}

function isMissing(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'MODULE_NOT_FOUND';
}
