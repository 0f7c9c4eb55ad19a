import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeText } from '../../src/contract/safe-text.ts';
import { csvLine } from '../../src/tables/csv.ts';
import { runsOf } from '../runs.ts';

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/** The cells of lines as a spreadsheet with this separator reads them: quotes count only at the start of a cell. */
function cellsOf(lines: string, separator: string): string[] {
  const options = { delimiter: separator, relax_quotes: true, relax_column_count: true, bom: true };
  try {
    return (parse(lines, options) as string[][]).flat();
  } catch {
    return lines.split(new RegExp(`[\r\n${separator}]`)).map((cell) => cell.replace(/^"*/, ''));
  }
}

const isFormula = (cell: string) => /^[\s"\ufeff\u200b-\u200d\u00a0\u3000]*[=+\-@＝＋－＠]/.test(cell);

/** Texts that try to become a cell of their own. */
const hostile = fc
  .array(
    fc.constantFrom(
      ...SIGNS,
      ';',
      '\t',
      ',',
      '|',
      '\r',
      '\n',
      '"',
      "'",
      ' ',
      '\u00a0',
      '\ufeff',
      '\u200b',
      '\u3000',
      'a',
      'cmd|',
      '1',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('a cell of CSV', () => {
  it.each([',', ';', '\t'])('is not a formula in a sheet with the separator %j', (separator) => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), (texts) => {
        const line = csvLine(['B0LANTERN1', ...texts, 34.99]);
        expect(cellsOf(line, separator).filter(isFormula)).toEqual([]);
        // A sheet with another separator ignores quotes inside of a cell.
        if (separator !== ',') expect(line.split(separator).filter(isFormula)).toEqual([]);
        expect(line.split(/[\r\n]/).filter(isFormula)).toEqual([]);
      }),
      runsOf(2000),
    );
  });

  it.each([
    ['x;=cmd()', `"x;'=cmd()"`],
    ['x\t=cmd()', `"x\t'=cmd()"`],
    ['x\n@SUM(A1)', `"x\n'@SUM(A1)"`],
    ['x;"=cmd()"', `"x;'""=cmd()"""`],
    ['\ufeff=1', "'=1"],
    ['\u00a0=1', "'\u00a0=1"],
    [' +1', "' +1"],
    ['＝1', "'＝1"],
    ["+cmd|' /C calc'!A0", `'+cmd|' /C calc'!A0`],
    ['"=1"', `"'""=1"""`],
  ])('gets an apostrophe: %j', (text, cell) => {
    expect(csvLine([text])).toBe(cell);
  });

  it('is one cell with any separator when it is the only one, and always with commas', () => {
    for (const text of ['a;b', 'a\tb', 'a|b', 'a,b', 'a"b', 'a\nb'])
      for (const separator of [',', ';', '\t']) expect(cellsOf(csvLine([text]), separator)).toEqual([text]);
  });

  it.each([
    ['a number below zero', -5.25, '-5.25'],
    ['a text with signs inside', 'USB-C = 5 V | -3, 12+3 @ 60 Hz', '"USB-C = 5 V | -3, 12+3 @ 60 Hz"'],
    ['a range', '10-20', '10-20'],
    ['JSON with negative numbers', [{ change: -3 }], '"[{""change"":-3}]"'],
    ['false', false, 'false'],
    ['nothing', null, ''],
  ])('stays as it is: %s', (_, value, cell) => {
    expect(csvLine([value])).toBe(cell);
  });

  it('returns every other text unchanged to a reader of CSV', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (texts) => {
        const plain = texts.map((text) => safeText(text).replace(/[;\t\r\n|=+\-@＝＋－＠﹦﹢﹣﹫]/g, ' '));
        expect(parse(csvLine([...plain, 'end']))).toEqual([[...plain, 'end']]);
      }),
    );
  });

  it('reads a long hostile text once', () => {
    for (const part of [' ', '"', ';', ';   ', '\n', '\u3000'])
      expect(csvLine([part.repeat(200_000)]).length).toBeGreaterThan(9);
  });
});
