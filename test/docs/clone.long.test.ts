/**
 * The README's two commands work in a fresh clone: one prints data, the other runs the tests, of which a few stand for all. By day the clone has the
 * packages of this one, because `.ci/run` begins with `npm ci`; at night it installs its own.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../checks/docs/blocks.ts';
import { isNightly } from '../../checks/is-nightly.ts';

const run = promisify(execFile);
const clone = mkdtempSync(join(tmpdir(), 'buybox-clone-'));
afterAll(() => rmSync(clone, { recursive: true, force: true }));

/** Runs a command of the README in the clone, without any settings in the environment. */
async function inClone(command: string): Promise<string> {
  const foreign = /^(?:VITEST|TEST|NODE_ENV|NODE_OPTIONS|BUYBOX_|npm_)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', command], { cwd: clone, env, maxBuffer: 1e8 });
  return stdout;
}

describe.skipIf(!existsSync(join(root, '.git')))('a fresh clone', { timeout: 1_800_000 }, () => {
  beforeAll(async () => {
    const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const { stdout } = await run('git', listed, { cwd: root, maxBuffer: 1e8 });
    for (const file of stdout.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
      mkdirSync(dirname(join(clone, file)), { recursive: true });
      copyFileSync(join(root, file), join(clone, file));
    }
    if (!isNightly) symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  });

  it('prints data with the first command of the README', async () => {
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('```sh\nnpm ci && npm run demo\n```');
    const printed = await inClone(isNightly ? 'npm ci && npm run demo' : 'npm run demo');
    expect(printed).toContain('Larkmoor Camping Lantern, 1000 Lumens, USB-C (Forest Green)');
    expect(printed).toContain('BlockedError [CAPTCHA]');
  });

  it('runs its tests with the second', async () => {
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain('```sh\nnpm ci && npm test\n```');
    // The packages are there.
    await expect(inClone('npm test -- test/client/clocks test/metrics')).resolves.toMatch(/Tests\s.*passed/);
  });
});
