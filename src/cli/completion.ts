/** `buybox completion`: scripts that make a shell complete command lines. */
import type { Command } from 'commander';
import type { Terminal } from './terminal.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** A shell that completion is made for. */
export type Shell = (typeof SHELLS)[number];

/** What the scripts call for candidates; settings play no part in it. */
const REQUEST = 'complete';
const OFFLINE = ['completion', REQUEST];

/** Whether a command runs without settings: a wrong file must not end completion. */
export function needsNoConfig(command: Command): boolean {
  return OFFLINE.includes(command.name());
}

/** Adds the command, and the hidden one that its scripts call. */
export function addCompletionCommand(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .description('Print the script that completes commands, flags and values in your shell.')
    .addArgument(program.createArgument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', INSTALL)
    .action(async (shell: Shell) => {
      const { SCRIPTS } = await import('./completion/scripts.ts');
      terminal.out(SCRIPTS[shell]);
    });
  program
    .command(REQUEST, { hidden: true })
    .argument('[words...]')
    .action(async (words: string[]) => {
      const { candidatesFor } = await import('./completion/candidates.ts');
      const { kind, items } = candidatesFor(program, words);
      for (const line of [kind, ...items.map(({ value, about }) => `${value}\t${about}`)]) terminal.out(line);
    });
}

const INSTALL = `
For good:
  bash  echo 'eval "$(buybox completion bash)"' >> ~/.bashrc
  zsh   echo 'eval "$(buybox completion zsh)"' >> ~/.zshrc   (below compinit)
  fish  buybox completion fish > ~/.config/fish/completions/buybox.fish`;
