/** The optional package msw, asked for by name when it is needed. */
import { createRequire } from 'node:module';
import { BadRequestError } from '../contract/errors.ts';

/** The members of msw, which is an optional peer: whoever uses the fixture marketplace alone need not have it. */
export function loadMsw(wantedBy: string): typeof import('msw') {
  try {
    return createRequire(import.meta.url)('msw');
  } catch (cause) {
    const advice = isMissing(cause)
      ? `${wantedBy} needs the package msw; npm install --save-dev msw`
      : `${wantedBy} could not load the package msw: ${String(cause)}`;
    throw new BadRequestError(`msw: ${advice}`, { code: 'INVALID_CONFIGURATION', parameter: 'msw', cause });
  }
}

function isMissing(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'MODULE_NOT_FOUND';
}
