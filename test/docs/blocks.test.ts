/** Every code block of the documentation is compiled and run. `test/docs/README.md` tells how. */
import { beforeAll, describe, expect, it } from 'vitest';
import { allBlocks, type CodeBlock, isPrinted, patternOf, placeOf, printsOf } from './blocks.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { runShellBlocks, type ShellReport } from './shell/shell-blocks.ts';
import { type BlockReport, runBlocks, typeErrors } from './typescript-blocks.ts';

const KINDS = ['ts', 'sh', 'text', 'json'];

const isException = ({ file, code }: CodeBlock) =>
  EXCEPTIONS.some((exception) => exception.file === file && code.startsWith(exception.begins));

const blocks = allBlocks();
const held = blocks.filter((block) => !isException(block));
const of = (language: string) =>
  held.filter((block) => block.language === language).map((block) => [placeOf(block), block] as const);

/** The lines of an output stand in what was printed, in this order. */
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
  it('are of kinds that are held, but for the exceptions', () => {
    expect(
      held.filter(({ language }) => !KINDS.includes(language)).map((block) => `${placeOf(block)} ${block.language}`),
    ).toEqual([]);
  });

  it('have no exception that no block needs', () => {
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

// Both run in processes of their own, while the compiler is at work here.
const modules = of('ts').map(([, block]) => block);
const [running, shelling] = [runBlocks(modules), runShellBlocks(of('sh').map(([, block]) => block))];

describe('TypeScript', () => {
  it('compiles', { timeout: 120_000 }, () => {
    expect(typeErrors(modules)).toEqual([]);
  });

  let reports: Map<string, BlockReport>;
  beforeAll(async () => {
    reports = await running;
  }, 180_000);

  it.each(of('ts'))('%s runs, and prints what it says', (place, block) => {
    const { error, printed } = reports.get(place) ?? { error: 'it was not run', printed: [] };
    expect(error).toBeUndefined();
    const said = printsOf(block.code);
    const isSaidBelow = outputsOf('ts').some(([, , source]) => source === place);
    if (!isPrinted(printed, said) && !isSaidBelow) expect(printed, `${place} prints`).toEqual(said);
  });

  it.each(outputsOf('ts'))('%s is what the block before it prints', (place, output, source) => {
    expect(missingLine(output, reports.get(source)?.printed ?? []), place).toBeUndefined();
  });
});

describe('shell', () => {
  let reports: Map<string, ShellReport>;
  beforeAll(async () => {
    reports = new Map((await shelling).map((report) => [report.place, report]));
  }, 180_000);

  it.each(of('sh'))('%s runs', (place) => {
    const { error } = reports.get(place) ?? { error: 'it was not run' };
    expect(error).toBeUndefined();
  });

  it.each(outputsOf('sh'))('%s is what the block before it prints', (place, output, source) => {
    const { out = '', err = '' } = reports.get(source) ?? {};
    expect(missingLine(output, `${out}${err}`.split('\n')), `${place}:\n${out}${err}`).toBeUndefined();
  });
});

describe('output', () => {
  it('stands behind the block that prints it', () => {
    const orphans = of('text').filter(([, block]) => sourceOf(block) === undefined);
    expect(orphans.map(([place]) => place)).toEqual([]);
  });

  it.each(of('json'))('%s is JSON', (_, { code }) => {
    expect(() => JSON.parse(code)).not.toThrow();
  });
});

/** The block that prints an output: the last one before it. */
function sourceOf(output: CodeBlock): CodeBlock | undefined {
  const before = held[held.indexOf(output) - 1];
  return before?.file === output.file && ['ts', 'sh'].includes(before.language) ? before : undefined;
}

/** The outputs that blocks of a language print: place, text, and the place of that block. */
function outputsOf(language: string): [string, string, string][] {
  return of('text').flatMap(([place, block]) => {
    const source = sourceOf(block);
    return source?.language === language ? [[place, block.code, placeOf(source)] as [string, string, string]] : [];
  });
}
