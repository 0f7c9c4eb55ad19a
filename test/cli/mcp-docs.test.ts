import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toolsOf } from '../../src/cli/commands/mcp/run.ts';
import { createMarketplace } from '../../src/entries/index.ts';
import { savedPages } from '../../src/entries/local.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/mcp.md'), 'utf8');

it('the documentation has a row for each tool, with its parameters', async () => {
  await using marketplace = createMarketplace({ backend: 'local', pages: savedPages('fixtures') });
  const rows = toolsOf(marketplace).map(({ name, description, input }) => {
    const { properties = {}, required = [] } = input as { properties?: object; required?: string[] };
    const names = Object.keys(properties).map((parameter) =>
      required.includes(parameter) ? `**${parameter}**` : parameter,
    );
    const [summary = ''] = /^.*?\.(?= )/.exec(description) ?? [];
    return { name, summary, takes: names.join(', ') };
  });
  const table = page.split('\n').filter((line) => line.startsWith('| `'));
  expect(table).toHaveLength(rows.length);
  for (const [index, { name, summary, takes }] of rows.entries()) {
    const [, tool, says = '', parameters] = table[index]?.split(/ ?\| ?/) ?? [];
    expect({ tool, parameters }).toEqual({ tool: `\`${name}\``, parameters: takes });
    expect(summary.startsWith(says.slice(0, -1)), `${says} is not how ${summary} begins`).toBe(true);
  }
});
