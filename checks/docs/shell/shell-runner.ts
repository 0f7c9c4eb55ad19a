/**
 * Runs shell blocks page by page, each page in its own folder: reads the blocks from standard input, writes reports to standard output. A real shell
 * runs them; the stand-ins of `programs.ts` come first in its path.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { installBuybox, startNetwork } from '../network.ts';
import { type Command, type Outcome, programs } from './programs.ts';
import type { ShellBlock, ShellReport } from './shell-blocks.ts';

const TIMEOUT_MS = 120_000;
const given: ShellBlock[] = JSON.parse(await text(process.stdin));
const home = mkdtempSync(join(tmpdir(), 'buybox-docs-'));
const path = join(home, 'bin');

const setLive = startNetwork();

// One command at a time: they share this process's folder and environment.
let last: Promise<unknown> = Promise.resolve();
const server = createServer(async (request, response) => {
  const command = (await json(request)) as Command;
  const outcome = last.then(() => run(command));
  last = outcome;
  response.end(JSON.stringify(await outcome));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const runnerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function run(command: Command): Promise<Outcome> {
  try {
    const outcome = await programs[command.name]?.(command);
    return outcome ?? { out: '', err: `${command.name}: unknown program\n`, code: 127 };
  } catch (error) {
    return { out: '', err: `${error instanceof Error ? error.stack : error}\n`, code: 1 };
  }
}

mkdirSync(path);
// The sites are fixtures, so requests need no pace. A page's own configuration file takes precedence.
writeFileSync(join(home, 'buybox.config.json'), JSON.stringify({ pace: { minGapMs: 0, jitterMs: 0 } }));
for (const name of Object.keys(programs)) {
  const file = join(path, name);
  writeFileSync(
    file,
    `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, 'stand-in.mjs')}" ${name} "$@"\n`,
  );
  chmodSync(file, 0o755);
}

/** Creates the folder of a page. */
function prepareFolder(folder: string): void {
  mkdirSync(folder);
  installBuybox(folder);
}

function runBlock({ place, code, isLive }: ShellBlock, folder: string): Promise<ShellReport> {
  setLive(isLive);
  const env = { ...process.env, PATH: `${path}:${process.env.PATH}`, DOCS_RUNNER: runnerUrl };
  const options = { cwd: folder, env, timeout: TIMEOUT_MS };
  return new Promise((resolve) => {
    const shell = execFile('bash', ['-euo', 'pipefail', '-c', code], options, (error, out, err) => {
      const timeout = error?.killed ? `did not end within ${TIMEOUT_MS} ms` : '';
      resolve({ place, out, err, error: error === null ? undefined : `${err}${timeout}` || error.message });
    });
    shell.stdin?.end();
  });
}

const reports: ShellReport[] = [];
const pages = Map.groupBy(given, ({ page }) => page);
for (const [index, blocks] of [...pages.values()].entries()) {
  const folder = join(home, `page-${index}`);
  prepareFolder(folder);
  for (const block of blocks) reports.push(await runBlock(block, folder));
}
rmSync(home, { recursive: true, force: true });
process.stdout.write(JSON.stringify(reports), () => process.exit(0));
