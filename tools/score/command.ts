/** The tool `score`. */
import { Argument } from 'commander';
import type { CommandRow } from '../../src/cli/flags/command.ts';
import { Flag } from '../../src/cli/flags/flag.ts';
import { outputFlags } from '../../src/cli/flags/output.ts';
import { BadRequestError } from '../../src/contract/errors.ts';
import { shown } from '../../src/contract/shown.ts';
import type { ScoreFlags } from './run.ts';

/** The command. */
export const scoreCommand: CommandRow<ScoreFlags, [folder: string]> = {
  name: 'score',
  about: 'Compare what is read from saved pages with the truth that you wrote for them.',
  args: [
    new Argument(
      '[folder]',
      'the folder with pages/ and truth/, with the same file names in both, or a recorded folder with truth/',
    ).default('.'),
  ],
  flags: [
    new Flag('--pages <dir>', 'folder of the pages, .html or .html.gz (default FOLDER/pages)'),
    new Flag('--truth <dir>', 'folder of the truth, .json (default FOLDER/truth)'),
    new Flag('--kind <kind>', 'only pages of this kind: product, search, ..., blocked, unavailable'),
    new Flag('--only <text>', 'only pages with this text in their names'),
    new Flag('--parse <module>', 'score the parsePage of this module instead of the built-in one'),
    new Flag('--misses', 'list the values that differ'),
    new Flag('--draft', 'write a draft of the truth for recorded pages that have none, to be corrected by hand'),
    new Flag('--floor <percent>', 'fail if a smaller share of the values is right').argParser(percentage),
    ...outputFlags(),
  ],
  help: `Examples:
  buybox record B0LANTERN1 --out my-pages && npm run score -- my-pages --draft
  npm run score -- my-pages
  npm run score -- my-pages --kind search --misses
  npm run score -- my-pages --floor 99.5`,
  run: async ({ args: [folder], flags, terminal }) => (await import('./run.ts')).score(folder, flags, terminal),
};

function percentage(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 100) return value;
  throw new BadRequestError(`floor: ${shown(text)} is not a percentage: expected a number from 0 to 100.`, {
    parameter: 'floor',
  });
}
