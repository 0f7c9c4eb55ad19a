/** `buybox score`: how well saved pages are read, by the truth that a person wrote down. */
import type { Command } from 'commander';
import type { ExitCode } from './exit.ts';
import { percentOf } from './flag-values.ts';
import { Flag } from './flags.ts';
import { addOutputFlags, type OutputFlags } from './output/form.ts';
import type { Terminal } from './terminal.ts';

/** What `buybox score` is told. */
export interface ScoreFlags extends OutputFlags {
  pages?: string;
  truth?: string;
  kind?: string;
  only?: string;
  parse?: string;
  misses?: boolean;
  /** Percent. */
  floor?: number;
}

/** Adds the command; `finish` takes the exit code. */
export function addScoreCommand(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command('score')
    .description('Score how saved pages are read, by the truth that you wrote down beside them.')
    .argument('[folder]', 'holds pages/ and truth/, with the same names in both', '.')
    .addHelpText('after', EXAMPLES);
  for (const flag of scoreFlags()) command.addOption(flag);
  addOutputFlags(command).action(async (folder: string, flags: ScoreFlags) => {
    const { score } = await import('./score/run.ts');
    finish(await score(folder, flags, terminal));
  });
}

function scoreFlags(): Flag[] {
  return [
    new Flag('--pages <dir>', 'the pages, .html or .html.gz (default FOLDER/pages)'),
    new Flag('--truth <dir>', 'the truth, .json (default FOLDER/truth)'),
    new Flag('--kind <kind>', 'only pages of this kind: product, search, ..., blocked, unavailable'),
    new Flag('--only <text>', 'only pages with this in their names'),
    new Flag('--parse <module>', 'a module whose parsePage is scored in place of this one'),
    new Flag('--misses', 'show what was wanted and what was read, where they differ'),
    new Flag('--floor <percent>', 'fail when fewer leaves than so many are right').argParser(percentOf('floor')),
  ];
}

const EXAMPLES = `
Examples:
  buybox score my-pages
  buybox score my-pages --kind search --misses
  buybox score my-pages --floor 99.5`;
