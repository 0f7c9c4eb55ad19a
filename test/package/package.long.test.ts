import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const consumer = mkdtempSync(join(tmpdir(), 'buybox-consumer-'));

/** Runs a program in the consumer's folder, with this project's Node. */
async function node(name: string, source: string): Promise<string> {
  writeFileSync(join(consumer, name), source);
  return (await run(process.execPath, [join(consumer, name)], { cwd: consumer })).stdout.trim();
}

beforeAll(async () => {
  await run('npm', ['run', 'build'], { cwd: root });
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', consumer], { cwd: root });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  await run('tar', ['-xzf', join(consumer, String(packed?.filename)), '-C', consumer]);
  // The tarball as it is published, with the dependencies that an installation brings.
  mkdirSync(join(consumer, 'node_modules'));
  symlinkSync(join(consumer, 'package'), join(consumer, 'node_modules/buybox'));
  symlinkSync(join(root, 'node_modules'), join(consumer, 'package/node_modules'));
});
afterAll(() => rmSync(consumer, { recursive: true, force: true }));

const entries = Object.keys(manifest.exports).filter((entry) => entry !== './package.json');

describe('the published package', () => {
  it.each(entries)('%s can be imported and required', async (entry) => {
    const name = `buybox${entry.slice(1)}`;
    const names = await node(
      'esm.mjs',
      `import * as face from '${name}'; console.log(Object.keys(face).filter((n) => n !== 'default').sort().join())`,
    );
    expect(names.length).toBeGreaterThan(0);
    expect(
      await node(
        'cjs.cjs',
        `console.log(Object.keys(require('${name}')).filter((n) => n !== 'default').sort().join())`,
      ),
    ).toBe(names);
  });

  it('knows its errors across entries and between its ESM and CommonJS builds', async () => {
    const source = `
      import { createRequire } from 'node:module';
      import { BlockedError, MarketplaceError } from 'buybox';
      import { parsePage } from 'buybox/parse';
      const required = createRequire(import.meta.url)('buybox/parse');
      const html = '<form action="/errors/validateCaptcha"><input id="captchacharacters"></form>';
      for (const parse of [parsePage, required.parsePage]) {
        try { parse(html, { url: 'https://www.amazon.com/dp/B0LANTERN1' }); } catch (error) {
          console.log(error instanceof BlockedError, error instanceof required.MarketplaceError, error instanceof MarketplaceError, error instanceof required.ParseError);
        }
      }`;
    expect(await node('errors.mjs', source)).toBe('true true true false\ntrue true true false');
  });

  it('reads pages without the validation library, the fetcher or the command line', () => {
    const seen = new Set<string>();
    const queue = ['parse.js'];
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      const text = readFileSync(join(root, 'dist', file), 'utf8');
      const imports = [...text.matchAll(/(?:from|import)\s*['"]([^'"]+)['"]/g)].map(([, name]) => String(name));
      expect(
        imports.filter((name) => ['zod', 'got', 'commander', 'p-queue', 'tough-cookie'].includes(name)),
        file,
      ).toEqual([]);
      queue.push(...imports.filter((name) => name.startsWith('./')).map((name) => name.slice(2)));
    }
    expect(seen.size).toBeGreaterThan(1);
  });

  it('types: a consumer that imports every entry compiles, as a module and as CommonJS', async () => {
    const source = (kind: string) =>
      `${entries.map((entry, index) => `import * as face${index} from 'buybox${entry.slice(1)}';`).join('\n')}
       import { createMarketplace } from 'buybox';
       export async function ${kind}(): Promise<string | undefined> {
         const response = await createMarketplace().product({ asin: 'B0LANTERN1' });
         return response.found ? response.data.title : undefined;
       }
       export const faces = [${entries.map((_, index) => `face${index}`).join(', ')}];`;
    writeFileSync(join(consumer, 'module.mts'), source('module'));
    writeFileSync(join(consumer, 'common.cts'), source('common'));
    const options = {
      module: 'nodenext',
      moduleResolution: 'nodenext',
      target: 'es2024',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
    };
    writeFileSync(
      join(consumer, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['module.mts', 'common.cts'] }),
    );
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', consumer], { cwd: consumer });
  });

  it('holds the build, the fixtures and the papers, and nothing of the workshop', () => {
    const files = readdirSync(join(consumer, 'package')).filter((name) => name !== 'node_modules');
    expect(files.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'fixtures', 'package.json']);
  });

  it('runs as a command', async () => {
    const { stdout } = await run(process.execPath, [join(consumer, 'package/dist/cli.js'), '--version']);
    expect(stdout.trim()).toBe(manifest.version);
  });
});
