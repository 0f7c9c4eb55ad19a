import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { install } from '../../scripts/installed.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const clone = mkdtempSync(join(tmpdir(), 'buybox-release-'));
const read = (file: string) => readFileSync(join(clone, file), 'utf8');

const git = (...args: string[]) =>
  run('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd: clone });

beforeAll(async () => {
  await install(join(root, '.changeset'));
  for (const name of ['package.json', 'CHANGELOG.md', '.changeset']) {
    cpSync(join(root, name), join(clone, name), { recursive: true, filter: (path) => !path.endsWith('node_modules') });
  }
  symlinkSync(join(root, '.changeset/node_modules'), join(clone, '.changeset/node_modules'));
  writeFileSync(join(clone, '.gitignore'), 'node_modules\n');
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'before');
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

describe('a release', () => {
  it('raises the version and adds the changes to the changelog', async () => {
    const summary = 'Products say whether their parcel opens without tools.';
    writeFileSync(join(clone, '.changeset/easy-to-open.md'), `---\n"${manifest.name}": minor\n---\n\n${summary}\n`);
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'a change');

    await run(process.execPath, [join(root, '.changeset/node_modules/@changesets/cli/bin.js'), 'version'], {
      cwd: clone,
    });

    const { version }: { version: string } = JSON.parse(read('package.json'));
    expect(version).not.toBe(manifest.version);
    const [, head = '', section = ''] = read('CHANGELOG.md').split(/^(?=## )|(?<=^## .+)$/m);
    expect(head).toBe(`## ${version}`);
    expect(section).toContain(summary);
    expect(read('CHANGELOG.md')).toMatch(/^# Changelog\n/);
    expect(read('CHANGELOG.md')).toContain(`## ${manifest.version}`);
    // A second release does not repeat them.
    expect(readdirSync(join(clone, '.changeset')).filter((name) => name.endsWith('.md'))).toEqual([]);
  });
});
