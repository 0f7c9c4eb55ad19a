import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-outputs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = join(FIXTURES_FOLDER, 'product/us-lantern.html');
const url = ['--url', 'https://www.amazon.com/dp/B0LANTERN1'];
const [list, results, precious] = [join(folder, 'asins.txt'), join(folder, 'given.ndjson'), join(folder, 'precious')];

beforeAll(async () => {
  writeFileSync(list, 'B0LANTERN1\n');
  writeFileSync(precious, 'mine');
  await run('batch', list, '--fixtures', '--out', results);
});

/** Commands that write the file of a flag. */
const COMMANDS: readonly [string, (out: string) => string[]][] = [
  ['explain.html', (out) => ['explain', page, ...url, '--html', out]],
  ['report.html', (out) => ['report', results, '--out', out]],
  ['results.ndjson', (out) => ['batch', list, '--fixtures', '--out', out, '--force']],
];

describe.runIf(process.platform !== 'win32')('the file of a command', () => {
  it.each(COMMANDS)('%s is written, but not through a link to another file', async (name, command) => {
    const out = join(folder, name);
    expect((await run(...command(out))).code).toBe(0);
    expect(readFileSync(out, 'utf8')).not.toBe('');
    rmSync(out);
    symlinkSync(precious, out);
    const refused = await run(...command(out));
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is a link to another file: expected a file/),
    });
    expect(readFileSync(precious, 'utf8')).toBe('mine');
  });

  it.each(['csv', 'parquet'])('of a table is always a new one: %s', async (format) => {
    const out = join(folder, `table.${format}`);
    symlinkSync(precious, `${out}.part`);
    expect((await run('batch', list, '--fixtures', '--out', out)).code).toBe(0);
    expect(readFileSync(precious, 'utf8')).toBe('mine');
    expect(readFileSync(out).byteLength).toBeGreaterThan(100);
  });

  it('can be a device', async () => {
    const link = join(folder, 'nothing');
    symlinkSync('/dev/null', link);
    expect((await run('explain', page, ...url, '--html', link)).code).toBe(0);
    expect((await run('explain', page, ...url, '--html', '/dev/null')).code).toBe(0);
  });
});
