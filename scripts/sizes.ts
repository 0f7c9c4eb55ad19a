/** The table of sizes in docs/installing.md, measured on the packed package. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { packedTarball, unpackPacked } from '../test/package/packed.ts';
import { generatedPart } from './generated-parts.ts';
import { productionDependencies } from './licences.ts';

const root = join(import.meta.dirname, '..');
const DOCUMENT = join(root, 'docs/installing.md');

/** A size and what has it. */
interface Size {
  readonly what: string;
  readonly size: number;
  readonly unit: 'packages' | 'MB' | 'kB';
}

/** A program that imports from the package. */
export interface Program {
  readonly program: string;
  /** Whether it is bundled for a browser, where Node's modules are missing. */
  readonly platform?: 'browser';
}

/** The bundles in the table. */
const BUNDLED: Readonly<Record<string, Program>> = {
  '`buybox`, both backends': { program: "export { createMarketplace } from 'buybox'" },
  '`buybox/local`': { program: "export * from 'buybox/local'" },
  '`buybox/remote`, the client': { program: "export { createRemoteMarketplace } from 'buybox/remote'" },
  '`buybox/remote` in browsers and Workers': {
    program: "export { createRemoteMarketplace } from 'buybox/remote'",
    platform: 'browser',
  },
  '`buybox/schemas`': { program: "export * from 'buybox/schemas'" },
  '`buybox/parse`, the words of all languages included': {
    program: "export * from 'buybox/parse'",
    platform: 'browser',
  },
  '`buybox/service`': { program: "export * from 'buybox/service'" },
  '`buybox/queue`': { program: "export * from 'buybox/queue'" },
  '`buybox/watch`': { program: "export * from 'buybox/watch'" },
  '`buybox/redis`': { program: "export * from 'buybox/redis'" },
  '`buybox/opentelemetry`': { program: "export * from 'buybox/opentelemetry'" },
  'an error class of `buybox`': { program: "export { MarketplaceError } from 'buybox'" },
};

/** Unpacks the package into the `node_modules` of a folder, for {@link bundle}. */
export async function unpackInto(folder: string): Promise<void> {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  renameSync(await unpackPacked(folder), join(folder, 'node_modules/buybox'));
}

/** Returns a minified bundle of a program, and the files in it that add to its size. */
export async function bundle(folder: string, { program, platform }: Program) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: platform ?? 'node',
    // Optional packages are not part of a size.
    external: ['bullmq', 'hyparquet-writer', 'ioredis', 'pg', '@opentelemetry/api'],
    nodePaths: [join(root, 'node_modules')],
    absWorkingDir: folder,
    logLevel: 'silent',
  });
  const [output] = Object.values(metafile.outputs);
  const files = Object.entries(output?.inputs ?? {}).flatMap(([file, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [file] : [],
  );
  const text = outputFiles[0]?.text ?? '';
  return { text, files, minified: text.length, gzipped: gzipSync(text).length };
}

/** Measures the package. `folder` has it unpacked ({@link unpackInto}). */
export async function measuredSizes(folder: string): Promise<Size[]> {
  const dependencies = [...new Set(productionDependencies().map(({ path }) => path))];
  const own = bytesOf(join(folder, 'node_modules/buybox'));
  const installed = dependencies.reduce((sum, path) => sum + bytesOf(join(root, path)), own);
  const bundles: Size[] = [];
  for (const [what, program] of Object.entries(BUNDLED)) {
    const { gzipped } = await bundle(folder, program);
    bundles.push({ what: `a bundle of ${what}`, size: gzipped / 1e3, unit: 'kB' });
  }
  return [
    {
      what: 'packages that `npm install buybox` installs, with `buybox` itself',
      size: dependencies.length + 1,
      unit: 'packages',
    },
    { what: 'all their files', size: installed / 1e6, unit: 'MB' },
    {
      what: 'the files of `buybox`: code, sources of stack traces, source maps, documentation, fixtures',
      size: own / 1e6,
      unit: 'MB',
    },
    { what: 'the tarball of `buybox`', size: statSync(await packedTarball()).size / 1e6, unit: 'MB' },
    ...bundles,
  ];
}

/** Returns the sizes in the document, in the order of the table. */
export function documentedSizes(): number[] {
  const table = generatedPart(readFileSync(DOCUMENT, 'utf8'), 'sizes');
  return [...table.matchAll(/\| (\d[\d.]*) (?:packages|MB|kB) \|$/gm)].map(([, size]) => Number(size));
}

/** Measures the package and returns the table. */
export async function sizesTable(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'buybox-sizes-'));
  try {
    await unpackInto(folder);
    const sizes = await measuredSizes(folder);
    const rows = sizes.map(({ what, size, unit }) => `| ${what} | ${shown(size, unit)} ${unit} |`);
    return ['| what | size |', '|---|---|', ...rows].join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function shown(size: number, unit: Size['unit']): string {
  if (unit === 'packages') return String(size);
  return size.toFixed(unit === 'MB' ? 2 : size < 10 ? 1 : 0);
}

/** Returns the bytes of the files of a package, without the packages below it. */
function bytesOf(folder: string): number {
  const files = globSync('**/*', {
    cwd: folder,
    withFileTypes: true,
    exclude: (entry) => entry.name === 'node_modules',
  });
  return files.reduce((sum, file) => sum + (file.isFile() ? statSync(join(file.parentPath, file.name)).size : 0), 0);
}
