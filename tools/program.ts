/** The tools of the contributors, with the output, errors and exit codes of the command line. */
import type { Command } from 'commander';
import { addCommands } from '../src/cli/flags/command.ts';
import { newProgram } from '../src/cli/program.ts';
import type { ExitCode } from '../src/cli/terminal/exit.ts';
import type { Terminal } from '../src/cli/terminal/terminal.ts';
import { anonymizeCommand } from './anonymize/command.ts';
import { scoreCommand } from './score/command.ts';

/** Returns the program; `finish` receives the exit code. */
export function buildTools(terminal: Terminal, finish: (code: ExitCode) => void): Command {
  const program = newProgram('npm run', 'Tools for those who work on the parsers.', terminal);
  addCommands(program, [scoreCommand, anonymizeCommand], terminal, finish);
  return program;
}
