/** The tool `score`. */
import type { Command } from 'commander';
import { addOutputFlags } from '../../src/cli/flags/output.ts';
import type { ExitCode } from '../../src/cli/terminal/exit.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';
import { BadRequestError } from '../../src/contract/errors.ts';
import { shown } from '../../src/contract/shown.ts';
import type { ScoreFlags } from './run.ts';

/** Adds the command; `finish` receives the exit code. */
export function addScoreCommand(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command('score')
    .description('Compare what is read from saved pages with the truth that you wrote for them.')
    .argument(
      '[folder]',
      'the folder with pages/ and truth/, with the same file names in both, or a recorded folder with truth/',
      '.',
    )
    .option('--pages <dir>', 'folder of the pages, .html or .html.gz (default FOLDER/pages)')
    .option('--truth <dir>', 'folder of the truth, .json (default FOLDER/truth)')
    .option('--kind <kind>', 'only pages of this kind: product, search, ..., blocked, unavailable')
    .option('--only <text>', 'only pages with this text in their names')
    .option('--parse <module>', 'score the parsePage of this module instead of the built-in one')
    .option('--misses', 'list the values that differ')
    .option('--draft', 'write a draft of the truth for recorded pages that have none, to be corrected by hand')
    .option('--floor <percent>', 'fail if a smaller share of the values is right', percentage)
    .addHelpText('after', EXAMPLES);
  addOutputFlags(command).action(async (folder: string, flags: ScoreFlags) => {
    const { score } = await import('./run.ts');
    finish(await score(folder, flags, terminal));
  });
}

function percentage(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 100) return value;
  throw new BadRequestError(`floor: ${shown(text)} is not a percentage: expected a number from 0 to 100.`, {
    parameter: 'floor',
  });
}

const EXAMPLES = `
Examples:
  buybox record B0LANTERN1 --out my-pages && npm run score -- my-pages --draft
  npm run score -- my-pages
  npm run score -- my-pages --kind search --misses
  npm run score -- my-pages --floor 99.5`;
