/** The package's folder: the parent of the folder of the sources, and of the build. */
import { fileURLToPath } from 'node:url';

export const PACKAGE_FOLDER: string = fileURLToPath(new URL('../', import.meta.url));
