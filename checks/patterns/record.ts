/**
 * Loads all modules below a folder and writes every regular expression that they build, as JSON. A process of its own, because each module builds
 * its expressions once. Those of `src/` and `tools/` that are built from words are built for all languages.
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Found } from './literals.ts';

const folder = path.resolve(process.argv[2] ?? '');
/** Modules that run a program when they are loaded. */
const PROGRAMS = new Set(['cli/bin.ts', 'cli/cli.ts', 'main.ts', 'node-check.ts', 'local/workers/page-worker.ts']);

const found = new Map<string, Found>();
const Original = globalThis.RegExp;

function record(expression: RegExp): RegExp {
  const caller = new Error().stack?.split('\n')[3] ?? '';
  const place = placeOf(caller);
  const { source, flags } = expression;
  if (place !== undefined) found.set(`${place} ${flags} ${source}`, { place, source, flags });
  return expression;
}

/** The file and the line of a line of a stack. `undefined` outside of the folder. */
function placeOf(caller: string): string | undefined {
  const start = caller.indexOf(pathToFileURL(folder).href);
  if (start === -1) return undefined;
  const [name = '', line = ''] = caller.slice(start + pathToFileURL(folder).href.length + 1).split(':');
  return `${name}:${line}`;
}

globalThis.RegExp = new Proxy(Original, {
  construct: (target, parts) => record(new target(...(parts as [string, string]))),
  apply: (target, _, parts) => record(target(...(parts as [string, string]))),
});

for (const name of globSync('**/*.ts', { cwd: folder }).sort()) {
  if (!PROGRAMS.has(name)) await import(pathToFileURL(path.join(folder, name)).href);
}
if (['src', 'tools'].includes(path.basename(folder))) (await import('./languages.ts')).buildAll();
globalThis.RegExp = Original;
process.stdout.write(JSON.stringify([...found.values()]), () => process.exit());
