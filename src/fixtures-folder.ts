/** Where the fixture marketplace's pages are: beside the sources as beside the build. */
import { fileURLToPath } from 'node:url';

export const FIXTURES_FOLDER: string = fileURLToPath(new URL('../fixtures/', import.meta.url));
