/** The optional package msw, asked for by name when it is needed. */
import { createRequire } from 'node:module';
import { BadRequestError } from '../contract/errors.ts';

/** The members of msw, which is an optional peer: whoever uses the fixture marketplace alone need not have it. */
export function loadMsw(wantedBy: string): typeof import('msw') {
  try {
    return createRequire(import.meta.url)('msw');
  } catch (cause) {
    throw new BadRequestError(`msw: ${wantedBy} needs the package msw; npm install --save-dev msw`, {
      code: 'INVALID_CONFIGURATION',
      parameter: 'msw',
      cause,
    });
  }
}
