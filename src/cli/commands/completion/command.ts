/** The command `buybox completion`. */
import type { Command } from 'commander';
import type { Terminal } from '../../terminal/terminal.ts';

/** A shell with a completion script. */
type Shell = keyof typeof import('./scripts.ts')['SCRIPTS'];

const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];

/** The hidden command that the scripts call. */
const CANDIDATES = 'complete';

/** Whether a command runs without the configuration file. Completion and documentation must work even if the file is wrong. */
export function needsNoConfig(command: Command): boolean {
  return ['completion', 'docs', CANDIDATES].includes(command.name());
}

/** Adds the command, and the hidden one. */
export function addCompletionCommand(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .description('Print a script for your shell that completes commands, flags and values.')
    .addArgument(program.createArgument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', INSTALL)
    .action(async (shell: Shell) => {
      const { SCRIPTS } = await import('./scripts.ts');
      terminal.out(SCRIPTS[shell]);
    });
  program
    .command(CANDIDATES, { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      const { candidatesFor } = await import('./run.ts');
      const { kind, items } = candidatesFor(program, words);
      for (const line of [kind, ...items.map(({ value, description }) => `${value}\t${description}`)])
        terminal.out(line);
    });
}

const INSTALL = `
To install it:
  bash  echo 'eval "$(buybox completion bash)"' >> ~/.bashrc
  zsh   echo 'eval "$(buybox completion zsh)"' >> ~/.zshrc   (below compinit)
  fish  buybox completion fish > ~/.config/fish/completions/buybox.fish`;
