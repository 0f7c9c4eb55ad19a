/**
 * Runs the documentation as a reader does: every program in a file of a new project, with the installed package and plain `node FILE`. At night, all
 * programs run on the oldest Node, those of the README on every supported one.
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allBlocks, type CodeBlock, isPrinted, positionOf, printsOf } from '../../checks/docs/blocks.ts';
import { isException } from '../../checks/docs/exceptions.ts';
import { withoutSettings } from '../../checks/docs/typescript-blocks.ts';
import { isNightly } from '../../checks/is-nightly.ts';
import { linkInstalled } from '../package/packed.ts';

const project = mkdtempSync(join(tmpdir(), 'buybox-reader-'));
const at = (...path: string[]) => join(project, ...path);
afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Replaces the sites and the hosted service for programs that need them. */
const NETWORK = `import { apiHandlers, pageHandlers } from 'buybox/testing/msw';
import { http, passthrough } from 'msw';
import { setupServer } from 'msw/node';

const service = apiHandlers({ baseUrl: 'https://api.example.com', apiKey: 'my-key' });
const proxy = apiHandlers({ baseUrl: 'https://app.example.com/buybox', apiKey: false });
setupServer(...pageHandlers(), ...service, ...proxy, http.all('http://127.0.0.1:*/*', () => passthrough())).listen();
`;

beforeAll(async () => {
  await linkInstalled(project);
  writeFileSync(at('network.mjs'), NETWORK);
});

const NODES: Readonly<Record<string, () => string>> = {
  'Node 22.18': () => at('node_modules/node-floor/bin/node'),
  'Node 24': () => process.execPath,
  'Node 26': () => at('node_modules/node-26/bin/node'),
};

interface Ended {
  code: number | null;
  /** Standard output and standard error, in their order. */
  lines: string[];
}

let folders = 0;

/** Runs a command in a new folder of the project. */
async function run(words: readonly [string, ...string[]], files: Record<string, string>, env = {}): Promise<Ended> {
  const folder = at(String(folders++));
  mkdirSync(folder);
  symlinkSync(at('node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const log = join(folder, 'output.txt');
  const output = openSync(log, 'w');
  const child = spawn(words[0], words.slice(1), {
    cwd: folder,
    env: { ...withoutSettings(process.env), NODE_OPTIONS: '', NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
    stdio: ['ignore', output, output],
    timeout: 600_000,
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  closeSync(output);
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  // Node 22 says that its SQLite is experimental.
  return { code, lines: lines.filter((line) => line !== '' && !/^\(node:\d+\)|^\(Use `node/.test(line)) };
}

function runProgram(node: string, { code, setup }: CodeBlock): Promise<Ended> {
  const imports = setup?.isLive === true ? ['--import', at('network.mjs')] : [];
  return run([node, ...imports, 'program.mts'], { 'program.mts': code }, setup?.alone);
}

const blocks = allBlocks();
const programs = (file: (name: string) => boolean) =>
  blocks
    .filter((block) => block.language === 'ts' && file(block.file))
    .map((block) => [positionOf(block), block] as const);

/** Whether the page shows the output in a block of its own. */
const isSaidBelow = (block: CodeBlock) => blocks[blocks.indexOf(block) + 1]?.language === 'text';

function expectPrinted({ code, lines }: Ended, block: CodeBlock): void {
  const expected = printsOf(block.code);
  expect(code, lines.join('\n')).toBe(0);
  if (!isSaidBelow(block) && !isPrinted(lines, expected)) expect(lines).toEqual(expected);
}

describe('a reader', () => {
  it('needs neither a network nor settings for the programs of the README', () => {
    const readme = programs((file) => file === 'README.md');
    expect(readme.length).toBeGreaterThanOrEqual(2);
    expect(readme.filter(([, { setup }]) => setup !== undefined)).toEqual([]);
  });
});

const SAMPLED = Object.entries(NODES).filter(([name]) => isNightly || name !== 'Node 24');

describe.each(SAMPLED)('the README on %s', (_, node) => {
  it.each(programs((file) => file === 'README.md'))('%s prints what it says', async (_place, block) => {
    expectPrinted(await runProgram(node(), block), block);
  });

  const commands = blocks
    .filter((block) => block.file === 'README.md' && block.language === 'sh' && !isException(block))
    .flatMap(({ code }) => code.split('\n').filter((line) => line.startsWith('npx buybox ')));

  it.each(commands)('%s', async (command) => {
    const path = `${dirname(node())}${delimiter}${process.env.PATH}`;
    const { code, lines } = await run(['bash', '-c', command], { 'package.json': '{}' }, { PATH: path });
    expect(code, lines.join('\n')).toBe(0);
  });
});

describe('the other pages on the oldest Node', () => {
  const older = programs((file) => file !== 'README.md').filter(([, { setup }]) => setup?.isNewer !== true);
  const first = older.filter(([, { file }], index) => older[index - 1]?.[1].file !== file);

  it.each(isNightly ? older : first.filter((_, index) => index % 4 === 0))(
    '%s prints what it says',
    async (_place, block) => {
      expectPrinted(await runProgram(at('node_modules/node-floor/bin/node'), block), block);
    },
  );
});
