import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { judgeFile } from '../judges/judges.ts';
import { packedTarball, unpackPacked } from './packed.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'buybox-package-'));
let unpacked: string;

beforeAll(async () => {
  unpacked = await unpackPacked(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Size limits in bytes. */
const LIMIT = { packed: 1_615_000, unpacked: 5_500_000 };

const files = (pattern: string) => globSync(pattern, { cwd: unpacked }).sort();

describe('the packed package', () => {
  it('contains the build, the sources, the documentation, the fixtures and the licences, and no development files', () => {
    expect(readdirSync(unpacked).sort()).toEqual([
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'THIRD_PARTY_LICENSES.md',
      'dist',
      'docs',
      'examples',
      'fixtures',
      'package.json',
    ]);
    // Types of the entries and their chunks only.
    const built = files('dist/**/*.*').filter((name) => !name.startsWith('dist/src/'));
    expect(built.filter((name) => !/^dist\/[\w-]+\.(?:c?js(?:\.map)?|d\.c?ts)$/.test(name))).toEqual([]);
    // The settings of the documentation's site are not documentation.
    expect(files('docs/**/*.*').filter((name) => !/\.(?:md|svg)$/.test(name))).toEqual([]);
    expect(files('examples/**/{node_modules,package-lock.json}')).toEqual([]);
    // `buybox/testing` serves the fixture pages.
    expect(files('fixtures/**/*.*').filter((name) => !/\.(?:html|json|md)$/.test(name))).toEqual([]);
  });

  it('stays within the size limits', async () => {
    const bytes = files('**/*.*').reduce((sum, name) => sum + statSync(join(unpacked, name)).size, 0);
    expect(statSync(await packedTarball()).size).toBeLessThan(LIMIT.packed);
    expect(bytes).toBeLessThan(LIMIT.unpacked);
  });

  it('contains every file of `exports`, `bin` and `main`', () => {
    const named = JSON.stringify([manifest.exports, manifest.bin, manifest.main, manifest.types]).matchAll(
      /\.\/dist\/[\w./-]+/g,
    );
    for (const [file] of named) expect(readdirSync(join(unpacked, file, '..')), file).toContain(file.split('/').at(-1));
    expect(Object.keys(manifest.exports['.'].import)[0]).toBe('types');
  });

  it("has declarations that import only each other, Node's modules and declared packages", () => {
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    for (const file of files('dist/*.d.*ts')) {
      const text = readFileSync(join(unpacked, file), 'utf8');
      for (const [, name = ''] of text.matchAll(/(?:^(?:import|export) [^'=\n]*|import\()'([^'\n]+)'/gm)) {
        if (name.startsWith('./')) {
          const declaration = name.replace(/\.cjs$/, '.d.cts');
          expect(files('dist/*.d.*ts'), `${file} names ${name}`).toContain(join('dist', declaration));
        } else if (!name.startsWith('node:')) expect(declared, `${file} names ${name}`).toContain(name);
      }
    }
  });

  it('has declarations that compile without the optional packages, with skipLibCheck: false', async () => {
    const modules = join(folder, 'reader/node_modules');
    for (const name of Object.keys(manifest.dependencies)) {
      mkdirSync(dirname(join(modules, name)), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
    }
    // A copy: a link would be resolved to where it points, away from these modules.
    cpSync(unpacked, join(modules, 'buybox'), { recursive: true });
    // The entry for msw is there for those who have it.
    const names = Object.keys(manifest.exports).filter((name) => !/[*]|json$|msw$/.test(name));
    const program = names.map(
      (name) => `export type * as ${name === '.' ? 'all' : name.slice(2)} from 'buybox${name.slice(1)}';`,
    );
    for (const extension of ['mts', 'cts']) {
      writeFileSync(join(folder, `reader/types.${extension}`), program.join('\n'));
    }
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2024',
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
      strict: true,
      skipLibCheck: false,
      noEmit: true,
    };
    writeFileSync(join(folder, 'reader/tsconfig.json'), JSON.stringify({ compilerOptions }));
    const { stdout } = await run(process.execPath, [
      join(root, 'node_modules/typescript/bin/tsc'),
      '-p',
      join(folder, 'reader'),
    ]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  it('contains every file that a document links to', () => {
    for (const document of files('{*,docs/**/*,examples/**/*,fixtures/*}.md')) {
      const text = readFileSync(join(unpacked, document), 'utf8');
      for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)<?([^)>#\s]+)[^)]*\)/g))
        expect(existsSync(join(unpacked, dirname(document), target)), `${document} links to ${target}`).toBe(true);
    }
  });

  it('has source maps that name only files of the package, and no other sources', () => {
    const maps = files('dist/*.map');
    const named = new Set<string>();
    expect(maps).toEqual(expect.arrayContaining(['dist/index.js.map', 'dist/parse.js.map']));
    for (const name of maps) {
      const text = readFileSync(join(unpacked, name), 'utf8');
      const { sources }: { sources: string[] } = JSON.parse(text);
      expect(text).not.toContain('sourcesContent');
      for (const source of sources) {
        expect(existsSync(join(unpacked, 'dist', source)), `${name} names ${source}`).toBe(true);
        named.add(join('dist', source));
      }
    }
    expect(files('dist/src/**/*.*')).toEqual([...named].sort());
  });

  it('passes publint', async () => {
    const flags = ['run', unpacked, '--strict', '--pack', 'false'];
    const { stdout } = await run(process.execPath, [judgeFile('publint/src/cli.js'), ...flags]);
    expect(stdout).toContain('All good!');
  });

  it('passes @arethetypeswrong/cli for ES modules, CommonJS and bundlers', async () => {
    // Without node10: TypeScript before 4.7 does not support `exports`.
    const attw = judgeFile('@arethetypeswrong/cli/dist/index.js');
    const flags = ['--profile', 'node16', '--format', 'json'];
    const { stdout } = await run(process.execPath, [attw, await packedTarball(), ...flags], { maxBuffer: 1 << 26 });
    const { analysis }: { analysis: { entrypoints: object; problems: { resolutionKind?: string }[] } } =
      JSON.parse(stdout);
    expect(Object.keys(analysis.entrypoints)).toEqual(Object.keys(manifest.exports));
    expect(analysis.problems.filter(({ resolutionKind }) => resolutionKind !== 'node10')).toEqual([]);
  });
});
