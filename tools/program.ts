/** The tools of the contributors, with the output, errors and exit codes of the command line. */
import type { Command } from 'commander';
import { newProgram } from '../src/cli/program.ts';
import type { ExitCode } from '../src/cli/terminal/exit.ts';
import type { Terminal } from '../src/cli/terminal/terminal.ts';
import { addAnonymizeCommand } from './anonymize/command.ts';
import { addScoreCommand } from './score/command.ts';

/** Returns the program; `finish` receives the exit code. */
export function buildTools(terminal: Terminal, finish: (code: ExitCode) => void): Command {
  const program = newProgram('npm run', 'Tools for those who work on the parsers.', terminal);
  addScoreCommand(program, terminal, finish);
  addAnonymizeCommand(program, terminal, finish);
  return program;
}
