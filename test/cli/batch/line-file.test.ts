import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LineFile } from '../../../src/cli/batch/line-file.ts';
import { Folder } from './market.ts';

let folder: Folder;

beforeEach(() => {
  folder = new Folder();
});
afterEach(() => folder[Symbol.dispose]());

const open = (isEmptied = false) =>
  LineFile.open({ path: folder.at('lines'), isEmptied, flag: 'out', unsyncedLines: 2 });

describe('a file of lines', () => {
  it('keeps lines apart that are given at once, and finds each by its position', async () => {
    const file = await open();
    const lines = Array.from({ length: 50 }, (_, number) => `${'ü'.repeat(number * 200)}${number}`);
    const positions = await Promise.all(lines.map((line) => file.append(line)));
    const back = await Promise.all(positions.map((position) => file.read(position ?? -1)));
    expect(back).toEqual(lines);
    await file.close();
    expect(folder.read('lines')).toBe(`${lines.join('\n')}\n`);
  });

  it('grows on, or begins anew', async () => {
    for (const [isEmptied, text] of [
      [false, 'a\n'],
      [false, 'a\na\n'],
      [true, 'a\n'],
    ] as const) {
      const file = await open(isEmptied);
      await file.append('a');
      await file.close();
      expect(folder.read('lines')).toBe(text);
    }
  });

  it('refuses to go on where another one has written, and leaves that alone', async () => {
    const [one, other] = [await open(), await open()];
    await one.append('1');
    await expect(other.append('2')).rejects.toThrow(/lines cannot be written: another program changes it/);
    await one.append('3');
    await Promise.all([one.close(), other.close()]);
    expect(folder.read('lines')).toBe('1\n3\n');
  });

  it('says what is wrong with a place', async () => {
    const open = (path: string) => LineFile.open({ path, flag: 'failures' });
    await expect(open(folder.path)).rejects.toThrow(
      /^failures: .* cannot be written \(illegal operation on a directory\)$/,
    );
    await expect(open(folder.at('none/lines'))).rejects.toThrow(/cannot be written \(no such file or directory\)$/);
  });
});
