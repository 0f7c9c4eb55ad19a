/** Files that commands write. */
import { constants } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { outputFlags } from '../files/write-file.ts';
import { fileError } from './files.ts';

/** Writes a file that a flag names. @throws BadRequestError when it is a link, or cannot be written */
export async function writeOutput(parameter: string, path: string, content: string | Uint8Array): Promise<void> {
  const flag = await outputFlags(parameter, path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC);
  await writeFile(path, content, { flag }).catch((cause: unknown) => {
    throw fileError(parameter, path, 'written', cause);
  });
}
