/** The command `buybox doctor`. */
import type { Command } from 'commander';
import { addBackendFlags } from '../../flags/backend.ts';
import { redisFlags } from '../../flags/redis.ts';
import type { ExitCode } from '../../terminal/exit.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { DoctorFlags } from './run.ts';

/** Adds the command; `finish` receives the exit code. */
export function addDoctorCommand(program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void {
  const command = program
    .command('doctor')
    .description('Check versions, settings, a page of each type, credits and Redis, and say what to do.')
    .option('--asin <asin>', 'a product (default: the first result of a search)')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES);
  for (const flag of redisFlags()) command.addOption(flag);
  addBackendFlags(command).action(async () => {
    const { diagnose } = await import('./run.ts');
    finish(await diagnose(command.opts<DoctorFlags>(), command, terminal));
  });
}

const EXAMPLES = `
It makes up to eight calls. The exit code is 1 if something fails.
Examples:
  buybox doctor --marketplace de
  buybox doctor --fixtures
  buybox doctor --redis redis://localhost:6379 --json`;
