/** The failures of a batch, found beside its results by their name. */
import { stat } from 'node:fs/promises';
import { STDIN } from '../files.ts';
import { failuresPathOf } from '../results/result-file.ts';

/** A batch that takes up its own failures writes those of the second run beside them. */
const NUMBERS = [1, 2];

/** The failures' files that stand beside results, of each the one that was written last. */
export async function failuresBeside(files: readonly string[]): Promise<string[]> {
  const found = await Promise.all(files.filter((file) => file !== STDIN).map(newestBeside));
  return found.flat();
}

async function newestBeside(file: string): Promise<string[]> {
  const names = NUMBERS.map((number) => failuresPathOf(file, number));
  const times = await Promise.all(names.map(writtenAt));
  const newest = Math.max(...times);
  return names.filter((_, index) => newest > 0 && times[index] === newest).slice(0, 1);
}

/** When a file was written last; 0 when it is not there. */
async function writtenAt(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
}
