/** The command `buybox score`. */
import type { Command } from 'commander';
import type { ExitCode } from './exit.ts';
import { percentOf } from './flag-values.ts';
import { addOutputFlags, type OutputFlags } from './output/form.ts';
import type { Terminal } from './terminal.ts';

/** The flags of `buybox score`. */
export interface ScoreFlags extends OutputFlags {
  pages?: string;
  truth?: string;
  kind?: string;
  only?: string;
  parse?: string;
  misses?: boolean;
  draft?: boolean;
  /** Percent. */
  floor?: number;
}

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
    .option('--floor <percent>', 'fail if a smaller share of the values is right', percentOf('floor'))
    .addHelpText('after', EXAMPLES);
  addOutputFlags(command).action(async (folder: string, flags: ScoreFlags) => {
    const { score } = await import('./score/run.ts');
    finish(await score(folder, flags, terminal));
  });
}

const EXAMPLES = `
Examples:
  buybox record B0LANTERN1 --out my-pages && buybox score my-pages --draft
  buybox score my-pages
  buybox score my-pages --kind search --misses
  buybox score my-pages --floor 99.5`;
