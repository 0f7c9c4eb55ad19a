import { expect, it, vi } from 'vitest';
import { run } from './run.ts';

vi.mock('@modelcontextprotocol/server', () => {
  throw new Error('Cannot find package');
});

it('names the SDK if it is not installed', async () => {
  const { code, out, err } = await run('mcp');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(
    /^error: mcp: the MCP server needs the package "@modelcontextprotocol\/server"\. Install it: npm install @modelcontextprotocol\/server \[INVALID_CONFIGURATION\]$/m,
  );
});
