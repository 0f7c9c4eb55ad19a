/** The part of the Vitest configurations that lets tests find the built programs. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ViteUserConfig } from 'vitest/config';
import { NAMES_WORKER_FILE, withWorkerFile } from '../../scripts/build-plugins.ts';
import { folderOf, installedFolderOf } from './build.ts';

/** Global setup that builds the programs. */
export const BUILD_SETUP: string = join(import.meta.dirname, 'setup.ts');

const source = (name: string) => join(import.meta.dirname, `../../src/entries/${name}.ts`);

/** Examples import the package by its name. In tests the name resolves to the source. */
export const BY_NAME: { find: RegExp; replacement: string }[] = [
  { find: /^buybox$/, replacement: source('index') },
  { find: /^buybox\/(\w+)$/, replacement: source('$1') },
  { find: /^buybox\/testing\/msw$/, replacement: source('testing-msw') },
];

/** The URL of the folder of the programs, for `program.ts`. */
export const BUILD_ENV: Record<string, string> = { TEST_BUILD: `${pathToFileURL(folderOf(process.pid)).href}/` };

/** The folder of the installed package, for `packed.ts`. Only long tests have it: installing takes too long for `npm test`. */
export const INSTALLED_ENV: Record<string, string> = { TEST_INSTALLED: installedFolderOf(process.pid) };

/** Threads that code in a test starts run the built file too. Vitest keeps what this returns for later runs: it must not contain the folder of this run. */
export const builtWorker: NonNullable<ViteUserConfig['plugins']>[number] = {
  name: 'built-worker',
  enforce: 'pre',
  transform: (code, id) =>
    NAMES_WORKER_FILE.test(id) ? withWorkerFile(code, "'page-worker.js', process.env.TEST_BUILD") : undefined,
};
