import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('no fault of a proxy ends the process: each call gets an error of the library', async () => {
  const program = join(import.meta.dirname, 'proxy-faults-program.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 600_000 });
  const { results, problems } = JSON.parse(stdout) as { results: Record<string, string>; problems: string[] };
  expect(problems).toEqual([]);
  expect(Object.keys(results).length).toBeGreaterThan(50);
  for (const [name, result] of Object.entries(results)) {
    if (name.includes('whatever happens')) continue;
    expect(result, name).toMatch(/^TransportError: proxy: "https?:\/\/(?:\*\*\*@)?[\w.]+:\d+" /);
    expect(result, name).not.toContain('geheim');
  }
  for (const protocol of ['http', 'https']) {
    expect(results[`${protocol}: 407`]).toContain('refused the user name or the password (status 407)');
    expect(results[`${protocol}: 502, then a reset`]).toContain('refused to connect to the site (status 502)');
    expect(results[`${protocol}: 200 with extra bytes`]).toContain('(data behind its response)');
    expect(results[`${protocol}: sends garbage`]).toContain('did not respond as a proxy does (HPE_');
    expect(results[`${protocol}: resets during TLS`]).toContain('TLS with the site failed');
  }
});
