/** Compiles and runs every code block of the documentation: see `checks/README.md`. */
import { beforeAll, describe, expect, it } from 'vitest';
import { allBlocks, type CodeBlock, isPrinted, patternOf, positionOf, printsOf } from './blocks.ts';
import { EXCEPTIONS, isException } from './exceptions.ts';
import { runShellBlocks, type ShellReport } from './shell/shell-blocks.ts';
import { type BlockReport, runBlocks, typeErrors } from './typescript-blocks.ts';

const KINDS = ['ts', 'sh', 'text', 'json', 'mermaid'];

const blocks = allBlocks();
const tested = blocks.filter((block) => !isException(block));
const of = (language: string) =>
  tested.filter((block) => block.language === language).map((block) => [positionOf(block), block] as const);

/** Returns the first line of an expected output that was not printed in order; `undefined` if all were. */
function missingLine(output: string, printed: readonly string[]): string | undefined {
  let next = 0;
  return output.split('\n').find((line) => {
    if (/^\s*(?:\.{3}|…)?\s*$/.test(line)) return false;
    const pattern = patternOf(line);
    const found = printed.findIndex((text, index) => index >= next && pattern.test(text.trimEnd()));
    next = found + 1;
    return found === -1;
  });
}

describe('the code blocks of the documentation', () => {
  it('are all of a known kind, except for the listed exceptions', () => {
    expect(
      tested
        .filter(({ language }) => !KINDS.includes(language))
        .map((block) => `${positionOf(block)} ${block.language}`),
    ).toEqual([]);
  });

  it('need every listed exception', () => {
    const needed = blocks.filter(isException);
    expect(needed.length).toBeGreaterThanOrEqual(EXCEPTIONS.length);
    for (const { file, begins } of EXCEPTIONS) {
      expect(
        needed.some((block) => block.file === file && block.code.startsWith(begins)),
        `${file}: ${begins}`,
      ).toBe(true);
    }
  });
});

// Both run in their own processes while the compiler works in this one.
const modules = of('ts').map(([, block]) => block);
const [running, shelling] = [runBlocks(modules), runShellBlocks(of('sh').map(([, block]) => block))];

describe('TypeScript', () => {
  it('has no hidden code: readers see what runs', () => {
    expect(modules.filter(({ setup }) => setup !== undefined && setup.code !== '').map(positionOf)).toEqual([]);
  });

  it('compiles', () => {
    expect(typeErrors(modules)).toEqual([]);
  });

  let reports: Map<string, BlockReport>;
  beforeAll(async () => {
    reports = await running;
  });

  it.each(of('ts'))('%s runs and prints its documented output', (place, block) => {
    const { error, printed } = reports.get(place) ?? { error: 'did not run', printed: [] };
    expect(error).toBeUndefined();
    const expected = printsOf(block.code);
    const isSaidBelow = outputsOf('ts').some(([, , source]) => source === place);
    if (!isPrinted(printed, expected) && !isSaidBelow) expect(printed, `${place} prints`).toEqual(expected);
  });

  it.each(outputsOf('ts'))('%s is the output of the block before it', (place, output, source) => {
    expect(missingLine(output, reports.get(source)?.printed ?? []), place).toBeUndefined();
  });
});

describe('shell', () => {
  let reports: Map<string, ShellReport>;
  beforeAll(async () => {
    reports = new Map((await shelling).map((report) => [report.place, report]));
  });

  it.each(of('sh'))('%s runs', (place) => {
    const { error } = reports.get(place) ?? { error: 'did not run' };
    expect(error).toBeUndefined();
  });

  it.each(outputsOf('sh'))('%s is the output of the block before it', (place, output, source) => {
    const { out = '', err = '' } = reports.get(source) ?? {};
    expect(missingLine(output, `${out}${err}`.split('\n')), `${place}:\n${out}${err}`).toBeUndefined();
  });
});

describe('output', () => {
  it('follows the block that prints it', () => {
    const orphans = of('text').filter(([, block]) => sourceOf(block) === undefined);
    expect(orphans.map(([place]) => place)).toEqual([]);
  });

  it.each(of('json'))('%s is JSON', (_, { code }) => {
    expect(() => JSON.parse(code)).not.toThrow();
  });
});

/** Returns the block before an output block, which prints it. */
function sourceOf(output: CodeBlock): CodeBlock | undefined {
  const before = tested[tested.indexOf(output) - 1];
  return before?.file === output.file && ['ts', 'sh'].includes(before.language) ? before : undefined;
}

/** Returns the expected outputs of blocks in a language: position, text, and the position of the printing block. */
function outputsOf(language: string): [string, string, string][] {
  return of('text').flatMap(([place, block]) => {
    const source = sourceOf(block);
    return source?.language === language ? [[place, block.code, positionOf(source)] as [string, string, string]] : [];
  });
}
