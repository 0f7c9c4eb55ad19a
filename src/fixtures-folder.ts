/** Folder of the fixtures: next to the folder of the sources, and next to the folder of the build. */
import { fileURLToPath } from 'node:url';

export const FIXTURES_FOLDER: string = fileURLToPath(new URL('../fixtures/', import.meta.url));
