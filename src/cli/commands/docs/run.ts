/** Runs `buybox docs`: prints a page of the package's documentation. */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { shown } from '../../../contract/shown.ts';
import { nearestOf } from '../../../contract/similar.ts';
import { wrongParameter } from '../../../options/checks.ts';
import { PACKAGE_FOLDER } from '../../../package-folder.ts';
import { styled } from '../../output/text.ts';
import type { Terminal } from '../../terminal/terminal.ts';

const FOLDER = join(PACKAGE_FOLDER, 'docs');

/**
 * Prints a page without its comments, with headings in bold where the output has colours.
 *
 * @param name An error code or the name of a file, in any case, also as a path such as `buybox/docs/errors/CAPTCHA.md`. @default the list of pages
 * @throws BadRequestError for a page that does not exist, with the pages that have a section about it, the most similar name, or all names
 */
export async function printPage(name: string | undefined, terminal: Terminal): Promise<void> {
  const files = globSync('{*,errors/*,measured/*,contributing/*}.md', { cwd: FOLDER });
  const names = new Map(files.map((file) => [basename(file, '.md'), file]));
  const wanted = basename(name ?? 'README', '.md');
  const [, file] = [...names].find(([known]) => known.toLowerCase() === wanted.toLowerCase()) ?? [];
  if (file === undefined) {
    const about = await pagesAbout(wanted, names);
    const nearest = nearestOf(wanted, [...names.keys()]);
    const meant = nearest === undefined ? undefined : `. Did you mean "${nearest}"?`;
    const advice = about.length > 0 ? `. These pages have a section about it: ${about.join(', ')}.` : meant;
    if (advice === undefined) terminal.err([...names.keys()].sort().join('\n'));
    throw wrongParameter('page', `${shown(name)} does not exist${advice ?? ': expected one of the names above.'}`);
  }
  const lines = await linesOf(file);
  terminal.out(
    lines.map((line) => (/^#+ /.test(line) ? styled('bold', line, terminal.hasColors) : line)).join('\n'),
    'styled',
  );
}

async function linesOf(file: string): Promise<string[]> {
  const text = await readFile(join(FOLDER, file), 'utf8');
  return text
    .replace(/^<!--[^<>]*-->\n+/gm, '')
    .trimEnd()
    .split('\n');
}

/** Returns the names of pages with a topic in a heading. */
async function pagesAbout(topic: string, names: ReadonlyMap<string, string>): Promise<string[]> {
  const isAbout = (line: string) => line.startsWith('#') && line.toLowerCase().includes(topic.toLowerCase());
  const found = Array.from(names, async ([name, file]) => ((await linesOf(file)).some(isAbout) ? [name] : []));
  return (await Promise.all(found)).flat();
}
