/**
 * Completes the source maps of `dist/`: runs after every build. The maps name the files of `src/` that the package contains, so they need no copies of
 * them. Code of the command line and of bundled packages has no maps: its sources are not in the package.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
const isPackaged = (source: string) => /^\.\.\/src\/(?!cli\b|bin\.ts)/.test(source);

for (const file of globSync('dist/*.map', { cwd: root })) {
  const path = join(root, file);
  const folder = dirname(path);
  const { sourcesContent: _copies, sources, ...map } = JSON.parse(readFileSync(path, 'utf8'));
  // The build names some files by their path on this machine.
  const named: string[] = sources.map((source: string) =>
    relative(folder, resolve(folder, source)).replace(/^.*?\bnode_modules\//, '../node_modules/'),
  );
  if (named.some(isPackaged)) writeFileSync(path, JSON.stringify({ ...map, sources: named }));
  else {
    const code = path.replace(/\.map$/, '');
    writeFileSync(code, readFileSync(code, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'));
    rmSync(path);
  }
}
