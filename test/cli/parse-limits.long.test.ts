/** The limits of reading pages on the command line. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startServe } from '../service/serve-process.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'buybox-limits-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = join(folder, 'page.html');
writeFileSync(page, `<html><div id="dp">${'<p><b>x</b>'.repeat(100_000)}</html>`);
const url = 'https://www.amazon.com/dp/B0LANTERN1';

describe('--parse-timeout', () => {
  it.each(['parse', 'explain'])('stops buybox %s', async (command) => {
    const { code, err } = await run(command, page, '--url', url, '--parse-timeout', '1ms');
    expect(err).toMatch(/could not be read within 1 ms\. .*\[PARSE_TIMEOUT\]/);
    expect(err).toContain('--parse-timeout 30s');
    expect(code).not.toBe(0);
  });

  it('is a time', async () => {
    const { err } = await run('parse', page, '--url', url, '--parse-timeout', 'soon');
    expect(err).toContain('parse-timeout: "soon" is not a time');
  });
});

describe('buybox serve', () => {
  /** Only pages that are read in threads may arrive compressed. */
  const source = join(folder, 'source.mjs');
  writeFileSync(
    source,
    'export default async ({ url, compressed }) => ({ url, status: compressed ? 404 : 503, headers: {}, body: "" });',
  );

  it.each([
    ['in workers', [], 200],
    ['in its own thread with --parse-in process', ['--parse-in', 'process'], 503],
  ])('reads pages %s', async (_, flags, status) => {
    const server = await startServe(['--pages', source, '--retries', '0', ...flags]);
    const headers = { 'x-api-key': server.key ?? '' };
    expect((await fetch(`${server.url}/v1/product?asin=B0LANTERN1`, { headers })).status).toBe(status);
    expect(await server.stop()).toBe(0);
    rmSync(server.data, { recursive: true });
  });
});
