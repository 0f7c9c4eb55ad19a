/** Loads the optional package msw. */
import { createRequire } from 'node:module';
import { packageError } from '../options/modules.ts';

/** Returns the package msw. It is an optional peer dependency: the fixture marketplace works without it. */
export function loadMsw(feature: string): typeof import('msw') {
  try {
    return createRequire(import.meta.filename ?? __filename)('msw');
  } catch (cause) {
    throw packageError({ name: 'msw', parameter: 'msw', feature, isDevelopment: true }, cause);
  }
}
