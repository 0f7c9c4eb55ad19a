/** Names of files: which one stands beside another, and whether two names are one file. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The failures' file beside a file of results, or of inputs, by its name. */
export function failuresNameOf(file: string, number = 1): string {
  const stem = file.replace(/(?:\.failures)?(?:\.\d+)?\.[a-z]+(?:\.gz)?$/i, '');
  return `${stem}.failures${number === 1 ? '' : `.${number}`}.ndjson`;
}

/** The path without links, as far as it is there. */
export async function realPathOf(path: string): Promise<string> {
  const folder = await realpath(dirname(path)).catch(() => dirname(path));
  return realpath(path).catch(() => join(folder, basename(path)));
}
