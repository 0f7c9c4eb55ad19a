/**
 * The time of every regular expression of `src/` and `tools/` grows linearly with the text, also when it is searched from each position.
 *
 * The rule has no exceptions. A count up to 128 is a factor, if no other count above 8 multiplies it; a larger count is read as "any number".
 * The tool `anonymize` reads one page of its own user: there a count up to 2000 is a factor.
 */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { install } from '../../scripts/installed.ts';

await install(import.meta.dirname);
// Imports the packages.
const { problemOf, problemsIn } = await import('./verdicts.ts');

const root = path.join(import.meta.dirname, '../..');
const sample = (source: string, flags = '') => problemOf({ place: 'sample.ts:1', source, flags });

it('every regular expression takes linear time', () => {
  for (const folder of ['src', 'tools']) expect(problemsIn(path.join(root, folder))).toEqual([]);
});

it('finds expressions that are written, built, given as strings, and never built', () => {
  const problems = problemsIn(path.join(import.meta.dirname, 'samples'));
  expect(problems).toEqual([
    'lazy.ts:2: this regular expression was never built: build it in checks/patterns/languages.ts.',
    'string.ts:2: the time of /\\s+$/ grows with the power 2 of the text for "", "  " repeated, "!".',
    'written.ts:2: the time of / +$/ grows with the power 2 of the text for "", "  " repeated, "!".',
    'built.ts:3: the time of /\\t+$/ grows with the power 2 of the text for "", "\\t\\t" repeated, "!".',
  ]);
});

describe('takes more than linear time', () => {
  it.each([
    ['a+b', 'from each position'],
    ['\\s+$', 'at the end'],
    ['^a*a*$', 'two loops'],
    ['^(.*)x(.*)y(.*)z', 'three loops'],
    ['^(a|a)*$', 'two ways in a loop'],
    ['^(a*)*$', 'a loop in a loop'],
    ['^(?:a|b|ab)*$', 'two ways of two characters'],
    ['ab(?:ab)*c', 'a loop of two characters'],
    ['<[a-z!][^>]*>', 'the start inside the loop'],
    ['\\/ref=.*$', 'a line break behind the loop'],
    ['a[^z]{0,500}z', 'a large count'],
    ['(?:[a-z]{1,60} ?){1,60}!', 'a product of counts'],
    ['^(?:a?){50}b', 'a count of what can be empty'],
    ['a(?=[^z]*z)', 'a look ahead'],
    ['(?<=a.*)b', 'a look behind'],
    ['(["\'])[^x]*\\1y', 'a reference'],
  ])('%s: %s', (source) => {
    expect(sample(source)).toMatch(/^sample\.ts:1: /);
  });
});

describe('takes linear time', () => {
  it.each([
    ['(?<!a)a+b'],
    ['(?<!\\s)\\s+$'],
    ['\\d+(?:[.,]\\d+)*'],
    ['(?<![.,\\d])\\d+(?:[.,]\\d+)*x'],
    ['<[a-z!][^<>]*>'],
    ['[?#][^]*$'],
    ['^(?:\\s*a)*\\s*$'],
    ['"x":[^"]*"'],
    ['a[^z]{0,100}z'],
    ['(?<![a-z])foo[a-z]*bar'],
    ['^(?:a?){0,50}b'],
    ['(["\'])x{0,9}\\1y'],
  ])('%s', (source) => {
    expect(sample(source)).toBeUndefined();
  });
});
