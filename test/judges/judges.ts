/** Schemas, linters and other judges from outside that only long tests and `npm run api` need. They are installed here, and not in a fresh clone: CONTRIBUTING.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from '../../scripts/installed.ts';

await install(import.meta.dirname);

/** Imports a package of this folder. Its types are those that the caller says, so that the type check needs no judge. */
export const judge = (name: string): Promise<unknown> => import(/* @vite-ignore */ name);

/** Returns the path of a file of a package. */
export const judgeFile = (path: string): string => join(import.meta.dirname, 'node_modules', path);

/** A script that checks the accessibility of the page that runs it: `axe.run()`. */
export const AXE: string = readFileSync(judgeFile('axe-core/axe.min.js'), 'utf8');

/** The result of `axe.run()`. */
export type AxeResults = Record<'passes' | 'violations', { id: string; nodes: { html: string }[] }[]>;
