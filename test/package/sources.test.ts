import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packagedSource } from '../../scripts/packaged-sources.ts';

const root = join(import.meta.dirname, '../..');
const packaged = (name: string) => packagedSource(join(root, name));

describe('the sources in the package', () => {
  it.each([
    ['data', 'src/locale/words/de.ts'],
    ['types', 'src/contract/generated/product.ts'],
    ['exports of other files', 'src/entries/queue.ts'],
    ['the command line', 'src/cli/cli.ts'],
    ['the command line', 'src/cli/output/table.ts'],
    ['the testing kit', 'src/testing/virtual-clock.ts'],
    ['other packages', 'node_modules/parse5/dist/index.js'],
  ])('do not contain %s (%s)', (_, name) => {
    expect(packaged(name)).toBeUndefined();
  });

  it('contain code without comments, imports and types, with every line where it was', () => {
    for (const name of [
      'src/html/block.ts',
      'src/pages/verdict/judge.ts',
      'src/client/deadline.ts',
      'src/locale/prices.ts',
    ]) {
      const text = readFileSync(join(root, name), 'utf8').split('\n');
      const copy = packaged(name)?.split('\n') ?? [];
      expect(copy).toHaveLength(text.length);
      expect(copy.filter((line, index) => line !== '' && line !== text[index])).toEqual([]);
      expect(copy.filter((line) => /^(?:\/\*\*| \*|import |(?:export )?(?:interface|type) )/.test(line))).toEqual([]);
      const functions = (lines: string[]) => lines.filter((line) => /\bfunction\b.*\{$/.test(line));
      expect(functions(copy)).toEqual(functions(text));
    }
  });

  it('are most of the library', () => {
    // Each takes some time: one of twenty says enough.
    const names = globSync('src/!(cli)/**/*.ts', { cwd: root })
      .toSorted()
      .filter((_, at) => at % 20 === 0);
    const code = names.filter((name) => packaged(name) !== undefined);
    expect(code.length / names.length).toBeGreaterThan(0.6);
  });
});
