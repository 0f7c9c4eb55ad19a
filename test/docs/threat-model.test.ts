/** Each promise of the threat model names its code and its test. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../checks/docs/blocks.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The rows of all tables, as the texts of their cells. */
const rows = read('docs/contributing/threat-model.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| threat |'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

/** Returns the tests that a cell names: a file, and a title or the beginning of one. */
function testsOf(cell: string): { file: string; title: string }[] {
  return [...cell.matchAll(/`((?:test|checks)\/[^`]+)` "([^"]+)"/g)].map(([, file = '', title = '']) => ({
    file,
    title,
  }));
}

describe('the threat model', () => {
  it('has promises, of four cells each', () => {
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter(({ length }) => length !== 4)).toEqual([]);
  });

  it.each(rows)('has a test: %s', (_threat, _defence, _code, test = '') => {
    const tests = testsOf(test);
    expect(tests).not.toEqual([]);
    for (const { file, title } of tests) {
      const text = read(file).replaceAll(/\(\s+/g, '(');
      const isTitle = ["'", '"', '`'].some((quote) => text.includes(`(${quote}${title}`));
      expect(isTitle, `${file} has no test "${title}"`).toBe(true);
    }
  });

  it.each(rows)('has code: %s', (_threat, _defence, code = '') => {
    const files = [...code.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    expect(files).not.toEqual([]);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
