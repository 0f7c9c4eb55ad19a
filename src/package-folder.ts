/** Folders of the package. They lie next to the folder of the sources, and next to the folder of the build. */
import { join } from 'node:path';

// Programs that compile packages to CommonJS have no `import.meta.dirname`.
export const PACKAGE_FOLDER: string = join(import.meta.dirname ?? __dirname, '../');

export const FIXTURES_FOLDER: string = join(PACKAGE_FOLDER, 'fixtures/');
