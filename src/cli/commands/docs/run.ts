/** Runs `buybox docs`: prints a page of the package's documentation. */

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { shown } from '../../../contract/shown.ts';
import { didYouMean } from '../../../contract/similar.ts';
import { wrongParameter } from '../../../options/checks.ts';
import { PACKAGE_FOLDER } from '../../../package-folder.ts';
import { styled } from '../../output/style.ts';
import type { Terminal } from '../../terminal/terminal.ts';

const FOLDER = join(PACKAGE_FOLDER, 'docs');

/**
 * Prints a page without its comments, with headings in bold where the output has colours.
 *
 * @param name An error code or the name of a file, in any case, also as a path such as `buybox/docs/errors/CAPTCHA.md`. @default the list of pages
 * @throws BadRequestError for a page that does not exist, with the most similar name
 */
export async function printPage(name: string | undefined, terminal: Terminal): Promise<void> {
  const files = globSync('{*,errors/*,measured/*,contributing/*}.md', { cwd: FOLDER });
  const names = new Map(files.map((file) => [basename(file, '.md'), file]));
  const wanted = basename(name ?? 'README', '.md');
  const [, file] = [...names].find(([known]) => known.toLowerCase() === wanted.toLowerCase()) ?? [];
  if (file === undefined)
    throw wrongParameter('page', `${shown(name)} does not exist. ${didYouMean(wanted, [...names.keys()])}`);
  const text = (await readFile(join(FOLDER, file), 'utf8')).replace(/^<!--[^<>]*-->\n+/gm, '');
  const lines = text.trimEnd().split('\n');
  terminal.out(
    lines.map((line) => (/^#+ /.test(line) ? styled('bold', line, terminal.hasColors) : line)).join('\n'),
    'styled',
  );
}
