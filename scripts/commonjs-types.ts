/**
 * Marks imports of ES modules in the CommonJS declarations of `dist/`: runs after every build. TypeScript under `module: node16` accepts them only
 * with a `resolution-mode`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const IMPORT = /^import (?:type )?(?<names>\{[^}]*\}) from '(?<name>[^'.][^']*)';$/gm;

/** Returns whether a package has no CommonJS entry. */
function isModuleOnly(name: string): boolean {
  if (name.startsWith('node:')) return false;
  const { type, exports } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
  return type === 'module' && exports['.'].require === undefined;
}

for (const file of globSync('dist/*.d.cts', { cwd: root })) {
  const path = join(root, file);
  const declarations = readFileSync(path, 'utf8');
  const marked = declarations.replace(IMPORT, (line, names: string, name: string) =>
    isModuleOnly(name) ? `import type ${names} from '${name}' with { 'resolution-mode': 'import' };` : line,
  );
  if (marked !== declarations) writeFileSync(path, marked);
}
