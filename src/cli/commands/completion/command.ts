/** The command `buybox completion`. */
import { Argument } from 'commander';
import type { AnyRow, CommandRow } from '../../flags/command.ts';

/** A shell with a completion script. */
type Shell = keyof typeof import('./scripts.ts')['SCRIPTS'];

const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];

const completion: CommandRow<object, [shell: Shell]> = {
  name: 'completion',
  about: 'Print a script for your shell that completes commands, flags and values.',
  args: [new Argument('<shell>', 'the shell').choices(SHELLS)],
  help: `To install it:
  bash  echo 'eval "$(buybox completion bash)"' >> ~/.bashrc
  zsh   echo 'eval "$(buybox completion zsh)"' >> ~/.zshrc   (below compinit)
  fish  buybox completion fish > ~/.config/fish/completions/buybox.fish`,
  run: async ({ args: [shell], terminal }) => terminal.out((await import('./scripts.ts')).SCRIPTS[shell]),
};

/** The hidden command that the scripts call. */
const complete: CommandRow<object, [words: string[] | undefined]> = {
  name: 'complete',
  about: '',
  isHidden: true,
  args: [new Argument('[words...]')],
  run: async ({ args: [words = []], command, terminal }) =>
    (await import('./run.ts')).printCandidates(words, command.parent ?? command, terminal),
};

/** The commands. */
export const completionCommands: readonly AnyRow[] = [completion, complete];
