/**
 * Completes `dist/` for CommonJS: runs after every build.
 *
 * - The code is there once, as ES modules, which Node can require. `index.cjs` requires `index.js`, after the check of Node's version.
 * - The declarations are there once, as CommonJS declarations: both kinds of modules may import those, and TypeScript under `module: node16` accepts no
 *   others in CommonJS. `index.d.ts` exports what `index.d.cts` exports. Packages are imported as by ES modules, so that there is one copy of their types.
 * - Imports of optional packages are ignored where the package is not installed, so that `skipLibCheck: false` works without it. Those without names
 *   have no use: they are removed.
 */
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

const dist = join(import.meta.dirname, '../dist');
/** Left by the bundler where another file has the names. */
const IMPORT_WITHOUT_NAMES = /^import '(?<name>[^'.][^']*)';\n/gm;
const IMPORT = /^import (?:type )?(?<names>\{[^}]*\}) from '(?<name>[^'.][^']*)';$/gm;
const OWN_FILE = /'\.\/(?<name>[\w-]+)\.js'/g;

/** Returns the declarations of an ES module as those of a CommonJS module. */
function commonDeclarations(declarations: string): string {
  return declarations
    .replace(IMPORT_WITHOUT_NAMES, (line, name: string) => (isOptional(name) ? '' : line))
    .replace(IMPORT, (line, names: string, name: string) => {
      if (name.startsWith('node:')) return line;
      const imported = `import type ${names} from '${name}' with { 'resolution-mode': 'import' };`;
      return isOptional(name) ? `// @ts-ignore: an optional package\n${imported}` : imported;
    })
    .replace(OWN_FILE, "'./$<name>.cjs'");
}

function isOptional(name: string): boolean {
  return Object.hasOwn(manifest.peerDependencies, name);
}

for (const entry of Object.values(manifest.exports)) {
  if (typeof entry === 'string') continue;
  const name = basename(entry.require.default, '.cjs');
  writeFileSync(join(dist, `${name}.cjs`), `require('./node-check.cjs');\nmodule.exports = require('./${name}.js');\n`);
}

for (const file of globSync('*.d.ts', { cwd: dist })) {
  const path = join(dist, file);
  const name = basename(file, '.d.ts');
  writeFileSync(join(dist, `${name}.d.cts`), commonDeclarations(readFileSync(path, 'utf8')));
  // Files without an entry are shared declarations, which only the others import.
  if (existsSync(join(dist, `${name}.cjs`))) writeFileSync(path, `export * from './${name}.cjs';\n`);
  else rmSync(path);
}
