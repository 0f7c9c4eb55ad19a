import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import manifest from '../../package.json' with { type: 'json' };
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { hasChromium, useChromium } from '../browser.ts';
import { TESTED_NODES } from '../runtimes/tested.ts';
import { linkInstalled } from './packed.ts';

const run = promisify(execFile);
const consumers = mkdtempSync(join(tmpdir(), 'buybox-consumers-'));
const at = (...path: string[]) => join(consumers, ...path);

beforeAll(async () => {
  cpSync(join(import.meta.dirname, 'consumers'), consumers, { recursive: true });
  await linkInstalled(consumers);
});
afterAll(() => rmSync(consumers, { recursive: true, force: true }));

const NODES: Readonly<Record<string, () => string>> = Object.fromEntries(
  Object.entries(TESTED_NODES).map(([name, node]) => [
    name,
    () => ('package' in node ? at('node_modules', node.package, 'bin/node') : process.execPath),
  ]),
);

/** Runs a program in a folder and returns its output. */
async function output(folder: string, args: readonly string[], node: string = process.execPath): Promise<string> {
  const { stdout } = await run(node, args, { cwd: at(folder), timeout: 600_000, maxBuffer: 1 << 26 });
  return stdout.trim();
}

/** The expected output of `program/run.cjs`. */
const WELL = {
  title: 'Larkmoor Camping Lantern, 1000 Lumens, USB-C (Forest Green)',
  sameData: true,
  missing: [false, null],
  blocked: ['BlockedError', 'CAPTCHA', true],
  offers: true,
  inThread: 'B0HEADLMP1',
  refused: [true, true],
  page: 'de',
  handlers: 6,
  redis: 'function',
  opentelemetry: 'function',
  queue: 'function',
  watch: 'function',
  version: manifest.version,
};

describe('an installation', () => {
  it('comes from the tarball, not from the source', () => {
    expect(lstatSync(at('node_modules/buybox')).isSymbolicLink()).toBe(false);
  });

  it('includes the oldest Node of `engines`', async () => {
    expect(manifest.engines.node).toBe('>=22.18');
    expect(TESTED_NODES['the oldest Node'].version).toBe('22.18.0');
  });

  it.each(Object.entries(TESTED_NODES))('%s has the version in the table of runtimes', async (name, { version }) => {
    expect(await output('.', ['--version'], NODES[name]?.())).toBe(`v${version}`);
  });
});

/** The oldest Node, the first that is newer than this one, and at night those between them. This Node runs all other long tests. */
const SAMPLED = Object.entries(NODES).filter(([name]) => isNightly || ['the oldest Node', 'Node 26'].includes(name));

describe.each(SAMPLED)('on %s', (_, node) => {
  it('imports every entry', async () => {
    expect(JSON.parse(await output('esm', ['main.js'], node()))).toEqual(WELL);
  });

  it('requires every entry', async () => {
    expect(JSON.parse(await output('commonjs', ['main.cjs'], node()))).toEqual(WELL);
  });

  it('recognises errors of a package that is imported and required', async () => {
    expect(await output('esm', ['both-ways.js'], node())).toBe('true true true false\ntrue true true false');
  });

  it('runs the command', async () => {
    const command = at('node_modules/.bin/buybox');
    expect(await output('.', [command, '--version'], node())).toBe(manifest.version);
    const page = join(FIXTURES_FOLDER, 'product/us-lantern.html');
    const url = 'https://www.amazon.com/dp/B0LANTERN1';
    const data = JSON.parse(await output('.', [command, 'parse', page, '--url', url], node()));
    expect(data).toMatchObject({ asin: 'B0LANTERN1', title: WELL.title });
  });
});

describe('on a Node that is too old', () => {
  const refusal = 'buybox needs Node 22.18 or newer, this is 20.20.2';
  const fails = (args: readonly string[]) =>
    run(at('node_modules/node-too-old/bin/node'), args, { cwd: consumers }).then(
      () => 'no failure',
      ({ stderr }: { stderr: string }) => stderr,
    );
  const entries = Object.keys(manifest.exports)
    .filter((entry) => !/\.json$|\*/.test(entry))
    .map((entry) => entry.replace(/^\./, 'buybox'));

  const WAYS: Readonly<Record<string, (entry: string) => string[]>> = {
    import: (entry) => ['--input-type=module', '--eval', `import '${entry}'`],
    'import()': (entry) => ['--input-type=module', '--eval', `await import('${entry}')`],
    require: (entry) => ['--eval', `require('${entry}')`],
  };

  it.each(entries)('loading %s names both versions', async (entry) => {
    // The ways differ by file type, not by entry.
    const ways = isNightly || entry === 'buybox' ? Object.values(WAYS) : [WAYS.import, WAYS.require];
    const errors = await Promise.all(ways.map((way) => fails(way?.(entry) ?? [])));
    for (const error of errors) expect(error).toContain(`Error: ${refusal}\n`);
  });

  it('the command prints one line', async () => {
    expect(await fails([at('node_modules/.bin/buybox'), 'product', 'B0LANTERN1', '--fixtures'])).toBe(`${refusal}\n`);
  });
});

describe('a stack trace', () => {
  const program = (load: string) =>
    `${load} const call = createMarketplace({ pages: fixturePages(), retries: 0 }).product({ asin: 'B0CAPTCHA1' });
    call.catch((error) => console.log(error.stack));`;

  it.each([
    ['ESM', 'module', "import { createMarketplace } from 'buybox'; import { fixturePages } from 'buybox/testing';"],
    [
      'CommonJS',
      'commonjs',
      "const { createMarketplace } = require('buybox'), { fixturePages } = require('buybox/testing');",
    ],
  ])('names source files that are installed, in %s', async (_, type, load) => {
    const stack = await output('.', ['--enable-source-maps', `--input-type=${type}`, '--eval', program(load)]);
    const places = [...stack.matchAll(/\((\/.*\/node_modules\/buybox\/[^():]+):\d+:\d+\)/g)].map(([, file]) =>
      String(file),
    );
    expect(places.map((file) => file.replace(/.*\/buybox\//, ''))).toEqual(
      expect.arrayContaining(['dist/src/pages/verdict/judge.ts', 'dist/src/local/backend.ts']),
    );
    for (const file of places) expect(existsSync(file), file).toBe(true);
  });

  it('leads to the line that throws', async () => {
    const load = "import { createMarketplace } from 'buybox'; import { fixturePages } from 'buybox/testing';";
    const stack = await output('.', ['--enable-source-maps', '--input-type=module', '--eval', program(load)]);
    const [, file = '', line] = /\((\/.*\/dist\/src\/pages\/verdict\/judge\.ts):(\d+):\d+\)/.exec(stack) ?? [];
    expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toContain('new BlockedError(');
  });
});

/** The next compiler, the last one of the previous major version, and this project's. The first stands for all by day. */
const COMPILED = [
  ['typescript-7', 'nodenext'],
  ['typescript-7', 'bundler'],
  ['typescript-5', 'nodenext'],
  ['typescript', 'nodenext'],
  ['typescript', 'node16'],
  ['typescript', 'bundler'],
] as const;

describe('with TypeScript', () => {
  it.each(isNightly ? COMPILED : COMPILED.slice(0, 1))(
    '%s compiles a strict program with %s, which runs',
    async (compiler, mode) => {
      rmSync(at('typescript/out'), { recursive: true, force: true });
      await output('typescript', [at('node_modules', compiler, 'bin/tsc'), '-p', `${mode}.json`]);
      expect(JSON.parse(await output('typescript', [`out/${mode}/app.mjs`, FIXTURES_FOLDER]))).toEqual({
        title: WELL.title,
        fake: 'A fake',
        offers: true,
        handlers: 6,
        refused: 'baseUrl',
        parse: 'function',
      });
      if (mode === 'bundler') return;
      const common = JSON.parse(await output('typescript', [`out/${mode}/common.cjs`, FIXTURES_FOLDER]));
      expect(common).toEqual({ title: WELL.title, made: 4, codes: 20 });
      const testing = JSON.parse(await output('typescript', [`out/${mode}/testing.cjs`]));
      expect(testing).toEqual({ handlers: 6, loopback: true });
    },
  );
});

describe('the testing kit', () => {
  const OPTIONAL = ['msw', 'fast-check'];
  const compiledKit = async (compiler: string) => {
    rmSync(at('typescript/out'), { recursive: true, force: true });
    await output('typescript', [at('node_modules', compiler, 'bin/tsc'), '-p', 'kit.json']);
    return JSON.parse(await output('typescript', ['out/kit/kit.mjs']));
  };
  const kit = { bb_price: 19.9, refused: 'CAPTCHA', products: 2 };

  it.each(isNightly ? ['typescript', 'typescript-5', 'typescript-7'] : ['typescript-5', 'typescript-7'])(
    'compiles strictly with %s without the library dom, and runs, with its optional packages and without them',
    async (compiler) => {
      expect(await compiledKit(compiler)).toEqual({ ...kit, generates: true });
      for (const name of OPTIONAL) renameSync(at('node_modules', name), at(`absent-${name}`));
      try {
        expect(await compiledKit(compiler)).toEqual({ ...kit, generates: false });
      } finally {
        for (const name of OPTIONAL) renameSync(at(`absent-${name}`), at('node_modules', name));
      }
    },
  );
});

describe('with bundlers', () => {
  const openPage = useChromium();

  it.each([
    ['esm/main.js', 'out/module.mjs', 'esm'],
    ['commonjs/main.cjs', 'out/common.cjs', 'cjs'],
  ])('esbuild makes one file of %s that runs', async (program, file, format) => {
    await output('.', ['esbuild/build.js', program, file, format]);
    expect(JSON.parse(await output('.', [file]))).toEqual(WELL);
  });

  it('Vite bundles a server that runs', async () => {
    await output('vite', [at('node_modules/vite/bin/vite.js'), 'build', '-c', 'server.config.js']);
    // Only the bundle: no package is installed.
    expect(readFileSync(at('vite/out/server/server.js'), 'utf8')).not.toMatch(/from ["']buybox/);
    expect(JSON.parse(await output('vite', ['out/server/server.js', FIXTURES_FOLDER]))).toEqual({ title: WELL.title });
  });

  it('Vite keeps the package external in a library', async () => {
    await output('vite', [at('node_modules/vite/bin/vite.js'), 'build', '-c', 'library.config.js']);
    const library = readFileSync(at('vite/out/library/library.js'), 'utf8');
    expect(library).toMatch(/from ["']buybox\/parse["']/);
    expect(library.length).toBeLessThan(1_000);
  });

  it('Vite bundles buybox/parse for a browser, where it parses a page', async ({ skip }) => {
    await output('vite', [at('node_modules/vite/bin/vite.js'), 'build', '-c', 'browser.config.js']);
    if (!hasChromium) skip('no Chromium here');
    const html = readFileSync(join(FIXTURES_FOLDER, 'product/us-lantern.html'), 'utf8');
    expect(await readInBrowser(openPage, html, 'https://www.amazon.com/dp/B0LANTERN1')).toEqual({
      title: WELL.title,
      price: expect.any(Number),
      fields: expect.any(Number),
      asin: 'B0LANTERN1',
      refused: 'CAPTCHA',
    });
  });
});

describe('with Jest', () => {
  const jest = (config: string) => [at('node_modules/jest/bin/jest.js'), '-c', config];

  it.each(isNightly ? Object.keys(NODES) : ['the oldest Node'])('ES module tests pass on %s', async (name) => {
    await output('jest', ['--experimental-vm-modules', ...jest('module.config.js')], NODES[name]?.());
  });

  it.each(isNightly ? ['this Node', 'Node 26'] : ['this Node'])(
    'CommonJS tests, also with msw, pass on %s',
    async (name) => {
      for (const config of ['common.config.js', 'msw.config.js']) {
        await output('jest', ['--experimental-vm-modules', ...jest(config)], NODES[name]?.());
      }
    },
  );

  it.each(isNightly ? ['the oldest Node', 'Node 22'] : ['the oldest Node'])(
    'transformed CommonJS tests pass on %s',
    async (name) => {
      await output('jest', jest('transformed.config.js'), NODES[name]?.());
    },
  );
});

describe('with other test runners', () => {
  it('tests pass under Vitest', async () => {
    const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
    await output('runners', [vitest, 'run', '--globals', '--testTimeout', '60000', '--root', at('runners')]);
  });

  it.each(SAMPLED)("tests pass under Node's own runner on %s", async (_, node) => {
    await output('runners', ['--test', 'node.js'], node());
  });
});

/** Parses a page in the browser; returns the data. */
async function readInBrowser(openPage: ReturnType<typeof useChromium>, html: string, url: string): Promise<object> {
  const server = serve(at('vite/out/browser'));
  try {
    await once(server, 'listening');
    const address = server.address();
    const page = await openPage(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/index.html`);
    return await page.evaluate(
      ([text, from]) => (globalThis as unknown as { read(text: string, from: string): object }).read(text, from),
      [html, url] as const,
    );
  } finally {
    server.close();
  }
}

function serve(folder: string): Server {
  const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
  return createServer((request, response) => {
    const path = request.url ?? '/';
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' });
    response.end(readFileSync(join(folder, path)));
  }).listen(0, '127.0.0.1');
}
