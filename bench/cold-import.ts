/** Measures how long an import and the first call take in a new process, compared with got. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FIXTURES_FOLDER } from '../src/package-folder.ts';
import { median, type Print, table } from './figures.ts';
import { PRODUCT_BODY } from './product-body.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const ROUNDS = 30;
const PAGE = join(FIXTURES_FOLDER, 'product/us-lantern.html');

/** The most that an import may take, as a multiple of `import 'got'`. */
export const COLD_IMPORT_LIMIT = 1.3;

/** The entries that {@link COLD_IMPORT_LIMIT} applies to. */
export const LIGHT_ENTRIES = ['buybox', 'buybox/local', 'buybox/remote'] as const;

/**
 * The first call of each package: the body of a function of its `exports` and the `origin` of a loopback server. `buybox` and `buybox/local` fetch and
 * read a page, `buybox/remote` calls a service, and got fetches the same page.
 */
const FIRST_CALLS = {
  got: "await exports.default(new URL('/page', origin));",
  buybox: productOf("createMarketplace({ backend: 'local', via: origin })"),
  'buybox/local': productOf('createLocalMarketplace({ pages: exports.httpPages({ via: origin }) })'),
  'buybox/remote': productOf("createRemoteMarketplace({ baseUrl: origin, apiKey: 'bench-key' })"),
} as const;

type Name = keyof typeof FIRST_CALLS;

/** Milliseconds in a new process, without the start of Node. */
interface Start {
  import: number;
  firstCall: number;
}

export interface ColdStart {
  /** Medians of the rounds. */
  milliseconds: Start;
  /** The import, and import and first call together, as multiples of got's in the same round: the medians of the rounds. */
  ratios: { import: number; together: number };
}

/** Measures the build in `dist` and prints the results. @throws Error if there is no build */
export async function benchColdImport(print: Print): Promise<Record<string, ColdStart>> {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist: there is no build. Run npm run build first.');
  const starts = await coldStarts(root, ROUNDS, ['buybox', 'buybox/local', 'buybox/remote']);
  const rows = Object.entries(starts).map(([name, { milliseconds, ratios }]) => [
    `\`${name}\``,
    milliseconds.import.toFixed(0),
    ratios.import.toFixed(2),
    milliseconds.firstCall.toFixed(0),
    ratios.together.toFixed(2),
  ]);
  print(table([['', 'import, ms', "of got's", 'first call, ms', "both, of got's"], ...rows]));
  print(`\nimport of ${LIGHT_ENTRIES.join(', ')}: expected at most ${COLD_IMPORT_LIMIT} of got's`);
  return starts;
}

/** Measures packages, and got, in a folder where they are installed. */
export async function coldStarts(
  folder: string,
  rounds: number,
  packages: readonly Exclude<Name, 'got'>[],
): Promise<Record<string, ColdStart>> {
  const names: readonly Name[] = ['got', ...packages];
  const page = readFileSync(PAGE);
  const server = createServer(({ url = '' }, response) => {
    const isCall = url.startsWith('/v1/');
    response.setHeader('content-type', isCall ? 'application/json' : 'text/html; charset=utf-8');
    response.end(isCall ? PRODUCT_BODY : page);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    // The first imports are not counted: they load the files into the file cache.
    for (const name of names) await coldStart(folder, name, origin);
    const byRound: Record<string, Start>[] = [];
    // The packages take turns, so that a slow machine affects all of them.
    for (let round = 0; round < rounds; round++) {
      const starts: Record<string, Start> = {};
      // Each second round in the other order: the first of a pair must not always be the slower one.
      for (const name of round % 2 === 0 ? names : names.toReversed())
        starts[name] = await coldStart(folder, name, origin);
      byRound.push(starts);
    }
    return Object.fromEntries(names.map((name) => [name, medians(byRound, name)]));
  } finally {
    server.close();
  }
}

function medians(rounds: readonly Record<string, Start>[], name: Name): ColdStart {
  const over = (figure: (own: Start, got: Start) => number) =>
    median(
      rounds.flatMap(({ got, [name]: own }) => (own === undefined || got === undefined ? [] : [figure(own, got)])),
    );
  return {
    milliseconds: { import: over((own) => own.import), firstCall: over((own) => own.firstCall) },
    ratios: {
      import: over((own, got) => own.import / got.import),
      together: over((own, got) => (own.import + own.firstCall) / (got.import + got.firstCall)),
    },
  };
}

/** Returns a call of a product, whose data must be complete. */
function productOf(marketplace: string): string {
  return `const marketplace = exports.${marketplace};
    const { data } = await marketplace.product({ asin: 'B0LANTERN1' });
    if (data === null || data.title === undefined) throw new Error('the page has not been read');
    await marketplace.close();`;
}

/** Measures one import and the first call after it, in a new process. */
async function coldStart(folder: string, name: Name, origin: string): Promise<Start> {
  const program = `const origin = '${origin}';
    const start = performance.now();
    const exports = await import('${name}');
    const imported = performance.now();
    ${FIRST_CALLS[name]}
    console.log(JSON.stringify({ import: imported - start, firstCall: performance.now() - imported }));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder });
  return JSON.parse(stdout) as Start;
}
