import { afterEach, expect, it, vi } from 'vitest';
import { run } from './run.ts';

const { console: own } = globalThis;
afterEach(() => {
  globalThis.console = own;
  vi.doUnmock('@modelcontextprotocol/server');
});

it('reports invalid settings before it serves', async () => {
  const { code, out, err } = await run('mcp', '--backend', 'remote');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^error: .*baseUrl.*\[INVALID_CONFIGURATION\]/i);
});

it('names the SDK if it is not installed', async () => {
  vi.doMock('@modelcontextprotocol/server', () => {
    throw new Error('Cannot find package');
  });
  vi.resetModules();
  const { code, out, err } = await (await import('./run.ts')).run('mcp');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(
    /^error: mcp: the MCP server needs the package "@modelcontextprotocol\/server"\. Install it: npm install @modelcontextprotocol\/server \[INVALID_CONFIGURATION\]$/m,
  );
});
