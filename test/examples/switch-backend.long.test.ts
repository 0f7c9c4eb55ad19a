import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Runs the example with another environment. */
function run(asin: string, environment: Record<string, string>) {
  const args = ['--import', join(import.meta.dirname, 'offline.ts'), join(root, 'examples/switch-backend.ts'), asin];
  const env = { ...process.env, NODE_NO_WARNINGS: '1', ...environment };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

const local = { BUYBOX_BACKEND: 'local' };
const remote = { BUYBOX_BACKEND: 'remote', BUYBOX_BASE_URL: 'https://api.example.com', BUYBOX_API_KEY: 'sk-test-key' };

describe('switch-backend', () => {
  it.each([
    ['B0LANTERN1', /^B0LANTERN1: .+, 34\.99 USD\n1 credit\n$/, 0],
    ['B0NOTFOUND', /^B0NOTFOUND: not sold on us\n1 credit\n$/, 0],
    ['nonsense', /^$/, 1],
  ])(
    'prints the same with both backends: %s',
    async (asin, stdout, code) => {
      const [fromPages, fromService] = await Promise.all([run(asin, local), run(asin, remote)]);
      expect(fromPages).toMatchObject({ code, stdout: expect.stringMatching(stdout) });
      expect(fromService).toEqual(fromPages);
    },
    30_000,
  );

  it('reports missing environment variables', async () => {
    const { code, stderr } = await run('B0LANTERN1', { BUYBOX_BACKEND: 'remote' });
    expect(code).toBe(1);
    expect(stderr).toContain(
      'baseUrl: missing: expected the URL of a service for the remote backend. Set BUYBOX_BASE_URL.',
    );
  });
});
