import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../src/pages');
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const lines = files.flatMap((file) =>
  readFileSync(join(FOLDER, file), 'utf8')
    .split('\n')
    .map((line) => `${file}: ${line.trim()}`),
);

const MARK = /\bSeen 20\d\d(?: to 20\d\d)?\./;
const YEAR_OF_LAYOUT = /\b(?:seen(?: in)?|until|up to|before|pages of|layouts? of) 20\d\d\b/i;
const WITHOUT_YEAR = /\bold(?:er|est)? (?:pages?|sites?)\b/i;

test('rules for old layouts have a mark that can be searched for', () => {
  expect(lines.filter((line) => MARK.test(line)).length).toBeGreaterThan(40);
  const others = lines.filter((line) => YEAR_OF_LAYOUT.test(line) || WITHOUT_YEAR.test(line));
  expect(others.filter((line) => !MARK.test(line))).toEqual([]);
});
