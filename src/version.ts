/** The package's version. */
import manifest from '../package.json' with { type: 'json' };

export const version: string = manifest.version;
