/** Builds and packs the package from a copy of the source, once for each version of the source, and installs it with npm. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/buybox-packed');
const DAY_MS = 86_400_000;

/** The files that the package is built from. */
const SOURCES = [
  'src',
  'fixtures',
  'examples',
  'docs',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsup.config.ts',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'THIRD_PARTY_LICENSES.md',
];

/** Returns the tarball of the current source, built as in a fresh clone. Does not change `dist`. */
export async function packedTarball(): Promise<string> {
  const tarball = join(cache, `${digest()}.tgz`);
  if (existsSync(tarball)) return tarball;
  const clone = mkdtempSync(join(tmpdir(), 'buybox-pack-'));
  try {
    for (const name of SOURCES)
      cpSync(join(root, name), join(clone, name), { recursive: true, filter: (source) => !BUILT.test(source) });
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
    await run('npm', ['pack'], { cwd: clone, maxBuffer: 1 << 26 });
    const [packed] = readdirSync(clone).filter((name) => name.endsWith('.tgz'));
    if (packed === undefined) throw new Error('npm pack left no tarball');
    mkdirSync(cache, { recursive: true });
    forgetOld();
    // Renamed within the cache's file system, so that nobody reads half a file.
    const partial = `${tarball}.${process.pid}`;
    cpSync(join(clone, packed), partial);
    renameSync(partial, tarball);
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
  return tarball;
}

/** Unpacks the tarball into a folder without dependencies. Returns the path of `package`. */
export async function unpackPacked(folder: string): Promise<string> {
  await run('tar', ['-xzf', await packedTarball(), '-C', folder]);
  return join(folder, 'package');
}

/**
 * Installs the package in a folder as a user does, with the packages that the folder's own package.json names.
 *
 * @param folder Where to: its package.json is kept when it has one, `buybox` is added to it.
 */
export async function installPacked(folder: string): Promise<void> {
  const file = join(folder, 'package.json');
  const manifest: { dependencies?: Record<string, string> } = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { private: true };
  const dependencies = { ...manifest.dependencies, buybox: `file:${await packedTarball()}` };
  writeFileSync(file, JSON.stringify({ ...manifest, dependencies }, null, 2));
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder, maxBuffer: 1 << 26 });
}

/** Deletes tarballs of older sources. */
function forgetOld(): void {
  for (const name of readdirSync(cache)) {
    const file = join(cache, name);
    if (Date.now() - statSync(file).mtimeMs > DAY_MS) rmSync(file);
  }
}

function digest(): string {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((name) => filesUnder(name)).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Outputs of other commands, which are not packed. */
const BUILT = /(?:^|\/)(?:node_modules|docs\/api|docs\/\.vitepress)$/;

function filesUnder(name: string): string[] {
  if (BUILT.test(name)) return [];
  if (!statSync(join(root, name)).isDirectory()) return [name];
  return readdirSync(join(root, name)).flatMap((child) => filesUnder(join(name, child)));
}
