import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NdjsonFile } from '../../../src/files/ndjson-file.ts';
import { Folder } from './market.ts';

let folder: Folder;

beforeEach(() => {
  folder = new Folder();
});
afterEach(() => folder[Symbol.dispose]());

const open = (isEmptied = false) =>
  NdjsonFile.open({ path: folder.at('lines'), isEmptied, flag: 'out', linesPerSync: 2 });

describe('an NDJSON file', () => {
  it('separates lines that are appended at the same time, and reads each by its position', async () => {
    const file = await open();
    const lines = Array.from({ length: 50 }, (_, number) => `${'ü'.repeat(number * 200)}${number}`);
    const positions = await Promise.all(lines.map((line) => file.append(line)));
    const back = await Promise.all(positions.map((position) => file.read(position ?? -1)));
    expect(back).toEqual(lines);
    await file.close();
    expect(folder.read('lines')).toBe(`${lines.join('\n')}\n`);
  });

  it('continues a file, or empties it', async () => {
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

  it('throws when another program has written to the file, and keeps its lines', async () => {
    const [one, other] = [await open(), await open()];
    await one.append('1');
    await expect(other.append('2')).rejects.toThrow(/lines cannot be written: another program writes to it/);
    await one.append('3');
    await Promise.all([one.close(), other.close()]);
    expect(folder.read('lines')).toBe('1\n3\n');
  });

  it('throws BadRequestError for a file that cannot be written', async () => {
    const open = (path: string) => NdjsonFile.open({ path, flag: 'failures' });
    await expect(open(folder.path)).rejects.toThrow(
      /^failures: .* cannot be written \(illegal operation on a directory\)\.$/,
    );
    await expect(open(folder.at('none/lines'))).rejects.toThrow(
      /cannot be written \(the folder .*none does not exist; create it\)\.$/,
    );
  });
});
