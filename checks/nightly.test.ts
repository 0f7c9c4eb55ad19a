import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PARTS } from './nightly.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The tests that run a sample in the other builds. */
const sampled = globSync('{test,checks}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).filter((file) =>
  /from '.*\/is-nightly\.ts'/.test(read(file)),
);

describe('the nightly run', () => {
  it('has every test that runs a sample in the other builds', () => {
    const names = Object.values(PARTS).flatMap((words) => words.slice(2));
    // The part `seeds` runs all quick tests.
    const long = sampled.filter((file) => /\.(?:long|property)\./.test(file));
    expect(long.length).toBeGreaterThan(20);
    expect(long.filter((file) => !names.some((name) => file.includes(name)))).toEqual([]);
  });

  it('names files, and no word that the runner takes for an option', () => {
    const words = Object.values(PARTS).flatMap((words) => words.slice(words.indexOf('--') + 1));
    expect(words.filter((word) => word.startsWith('-'))).toEqual([]);
  });

  it('has the parts that the table says', () => {
    const table = read('checks/README.md').split('## At night')[1]?.split('## ')[0] ?? '';
    expect([...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(Object.keys(PARTS));
  });
});
