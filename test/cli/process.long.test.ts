import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { wantsColors } from '../../src/cli/terminal/terminal.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { installedProgram } from '../package/packed.ts';

const CLI = await installedProgram();
const folder = mkdtempSync(join(tmpdir(), 'buybox-process-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const clean: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  HOME: folder,
  NODE_NO_WARNINGS: '1',
  TERM: 'xterm-256color',
};
const product = ['product', 'B0LANTERN1', '--folder', FIXTURES_FOLDER];

function buybox(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: folder,
    env: { ...clean, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Runs a line of bash in which "buybox" is the program. */
function bash(line: string, env: NodeJS.ProcessEnv = {}) {
  const script = `set -o pipefail; buybox() { "${process.execPath}" "${CLI}" "$@"; }; ${line}`;
  return spawnSync('bash', ['-c', script], { cwd: folder, env: { ...clean, ...env }, encoding: 'utf8' });
}

describe('the process', () => {
  it('leaves out the warning about SQLite of Node 22, and no other', () => {
    const warn =
      "process.once('beforeExit', () => ['SQLite is an experimental feature and might change', 'other'].forEach((text) => process.emitWarning(text)))";
    const { stderr } = buybox(['--version'], {
      NODE_NO_WARNINGS: undefined,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(warn)}`,
    });
    expect(stderr).toMatch(/^\(node:\d+\) Warning: other\n/);
    expect(stderr).not.toContain('SQLite');
  });

  it('writes only data to standard output, and exits with the code of the outcome', () => {
    const found = buybox(product);
    expect({ status: found.status, stderr: found.stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(found.stdout)).toMatchObject({ data: { asin: 'B0LANTERN1' } });
    expect(buybox(['product', 'B0NOTFOUND', '--folder', FIXTURES_FOLDER]).status).toBe(3);
    expect(buybox(['product']).status).toBe(2);
    expect(buybox(['product', 'B0LANTERN1', '--folder', FIXTURES_FOLDER, '--via', 'http://127.0.0.1:1']).status).toBe(
      2,
    );
  });

  it('names the page about an error, which is in the package', () => {
    const { status, stderr } = buybox(['product', 'B0CAPTCHA1', '--fixtures', '--retries', '0']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^docs: npx buybox docs CAPTCHA$/m);
    expect(buybox(['docs', 'CAPTCHA']).stdout).toMatch(/^# CAPTCHA\n/);
  });

  it('does not fail on a closed pipe', () => {
    const { status, stderr } = bash(
      `buybox product B0LANTERN1 --folder "${FIXTURES_FOLDER}" | true; echo "\${PIPESTATUS[0]}" >&2`,
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '0\n' });
    const { stdout, stderr: notes } = bash(`buybox parse "${FIXTURES_FOLDER}"/product/*.html | head -n 1`);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(notes).not.toMatch(/EPIPE|Error/);
  });

  it('has no colours in a pipe, unless they are forced', () => {
    const table = [...product, '--table'];
    expect(buybox(table).stdout).not.toContain('\u001b');
    expect(buybox(table, { FORCE_COLOR: '1' }).stdout).toContain('\u001b[1m');
    expect(buybox([...table, '--no-color'], { FORCE_COLOR: '1' }).stdout).not.toContain('\u001b');
  });

  it('prints a card as wide as the terminal, without colours for NO_COLOR', () => {
    const line = (env: string) =>
      bash(`${env} script -qec 'stty cols 60; "${process.execPath}" "${CLI}" ${product.join(' ')}' /dev/null`).stdout;
    const coloured = line('');
    expect(coloured.startsWith('\u001b[1mLarkmoor Camping Lantern')).toBe(true);
    const lines = stripVTControlCharacters(coloured).trimEnd().split('\r\n');
    expect(Math.max(...lines.map((text) => text.length))).toBeLessThanOrEqual(60);
    expect(line('NO_COLOR=1')).not.toContain('\u001b');
    expect(line('NO_COLOR=1')).toMatch(/^Price +\$34\.99\r$/m);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends cleanly at %s', async (signal, exit) => {
    // A site that never answers.
    const asked = Promise.withResolvers<void>();
    const site = createServer(() => asked.resolve()).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const address = site.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const child = spawn(process.execPath, [CLI, 'product', 'B0LANTERN1', '--via', `http://127.0.0.1:${port}`], {
      cwd: folder,
      env: clean,
    });
    let written = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (written += String(data)));
    await asked.promise;
    child.kill(signal);
    const [code] = await once(child, 'exit');
    site.closeAllConnections();
    site.close();
    expect({ code, written }).toEqual({ code: exit, written: '' });
  });

  it('reads a configuration file in TypeScript', () => {
    writeFileSync(
      join(folder, 'buybox.config.ts'),
      `const place: string = ${JSON.stringify(FIXTURES_FOLDER)};\nexport default { folder: place, commands: { product: { fields: 'asin' } } };`,
    );
    expect(JSON.parse(buybox(['product', 'B0LANTERN1']).stdout)).toEqual({ asin: 'B0LANTERN1' });
    rmSync(join(folder, 'buybox.config.ts'));
  });
});

describe('colours', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, { FORCE_COLOR: '1' }, true],
    [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
  ])('on a terminal (%s) with %j: %s', (isTerminal, environment, expected) => {
    expect(wantsColors(isTerminal, environment)).toBe(expected);
  });
});
