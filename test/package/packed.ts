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
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import express from '../../examples/express-app/package.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };
import { installedFolderOf } from '../built/build.ts';
import { catalogueRows } from '../examples/catalogue.ts';
import runtimes from '../runtimes/programs/package.json' with { type: 'json' };
import consumers from './consumers/package.json' with { type: 'json' };

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
export function packedTarball(): Promise<string> {
  return madeOnce(join(cache, `${digest()}.tgz`), async (tarball) => {
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
      cpSync(join(clone, packed), tarball);
    } finally {
      rmSync(clone, { recursive: true, force: true });
    }
  });
}

/** Makes a file or folder once for all processes of a test run: the first one makes it, the others wait. */
async function madeOnce(path: string, make: (partial: string) => Promise<void>): Promise<string> {
  const ofRun = process.env.TEST_INSTALLED ?? installedFolderOf(process.pid);
  const lock = join(ofRun, `${basename(path)}.lock`);
  mkdirSync(ofRun, { recursive: true });
  while (!existsSync(path)) {
    if (mkdirSync(lock, { recursive: true }) === undefined) {
      await setTimeout(200);
      continue;
    }
    try {
      const partial = `${path}.${process.pid}`;
      if (!existsSync(path)) await make(partial);
      if (existsSync(partial)) renameSync(partial, path);
    } finally {
      rmdirSync(lock);
    }
  }
  return path;
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

/**
 * Returns the folder in which the package is installed, once for all long tests of a run: with its optional packages, and those of the consumers,
 * the runtimes and the examples. Tests change nothing in it. {@link linkInstalled} makes a project that sees fewer packages.
 */
export async function installed(): Promise<string> {
  if (process.env.TEST_INSTALLED === undefined)
    throw new Error('TEST_INSTALLED is missing: only long tests install the package');
  return madeOnce(join(process.env.TEST_INSTALLED, 'project'), async (folder) => {
    mkdirSync(folder, { recursive: true });
    // The programs of the examples need got too.
    const examples = ['got', '@types/express', ...catalogueRows().flatMap(({ packages }) => packages)];
    const manifests = [express.devDependencies, express.dependencies, manifest.devDependencies, manifest.dependencies];
    const versions: Readonly<Record<string, string>> = Object.assign({}, ...manifests);
    const named = [...OPTIONAL, ...examples].flatMap((name) => (name in versions ? [[name, versions[name]]] : []));
    const dependencies = { ...Object.fromEntries(named), ...consumers.dependencies, ...runtimes.dependencies };
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
    await installPacked(folder);
  });
}

/** Returns the path of the installed program `buybox`, for Node. */
export async function installedProgram(): Promise<string> {
  return join(await installed(), 'node_modules/.bin/buybox');
}

/** The optional packages: without them the package works, except what needs them. */
const OPTIONAL = Object.keys(manifest.peerDependencies);

/**
 * Makes `node_modules` of a project that has none of the optional packages, except those that the consumers install themselves: a copy of the installed
 * package, and links to the others.
 */
export async function linkInstalled(folder: string): Promise<void> {
  const [from, to] = [join(await installed(), 'node_modules'), join(folder, 'node_modules')];
  const names = readdirSync(from).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(from, name)).map((inner) => `${name}/${inner}`) : name,
  );
  for (const name of names) {
    const isHidden = OPTIONAL.includes(name) && !(name in consumers.dependencies);
    if (name.startsWith('.') || name === 'buybox' || isHidden) continue;
    mkdirSync(dirname(join(to, name)), { recursive: true });
    symlinkSync(join(from, name), join(to, name));
  }
  // A link would be resolved to where it points, where all packages are.
  cpSync(join(from, 'buybox'), join(to, 'buybox'), { recursive: true });
  mkdirSync(join(to, '.bin'));
  symlinkSync('../buybox/dist/bin.js', join(to, '.bin/buybox'));
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
