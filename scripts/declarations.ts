/**
 * Completes the declarations of `dist/`: runs after every build.
 *
 * - Imports of ES modules in CommonJS declarations get a `resolution-mode`: TypeScript under `module: node16` accepts no others.
 * - Imports of optional packages are ignored where the package is not installed, so that `skipLibCheck: false` works without it. Those without names
 *   have no use: they are removed.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
/** Left by the bundler where another file has the names. */
const IMPORT_WITHOUT_NAMES = /^import '(?<name>[^'.][^']*)';\n/gm;
const IMPORT = /^import (?:type )?(?<names>\{[^}]*\}) from '(?<name>[^'.][^']*)';$/gm;

/** Returns whether a package has no CommonJS entry. */
function isModuleOnly(name: string): boolean {
  if (name.startsWith('node:')) return false;
  const { type, exports } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
  return type === 'module' && exports['.'].require === undefined;
}

for (const file of globSync('dist/*.d.{ts,cts}', { cwd: root })) {
  const path = join(root, file);
  const declarations = readFileSync(path, 'utf8');
  const used = declarations.replace(IMPORT_WITHOUT_NAMES, (line, name: string) =>
    Object.hasOwn(manifest.peerDependencies, name) ? '' : line,
  );
  const marked = used.replace(IMPORT, (line, names: string, name: string) => {
    const isMarked = file.endsWith('.cts') && isModuleOnly(name);
    const imported = isMarked ? `import type ${names} from '${name}' with { 'resolution-mode': 'import' };` : line;
    return Object.hasOwn(manifest.peerDependencies, name)
      ? `// @ts-ignore: an optional package\n${imported}`
      : imported;
  });
  if (marked !== declarations) writeFileSync(path, marked);
}
