/** `buybox serve`: the command and its flags. */
import type { Command } from 'commander';
import { addServeFlags, readServeSettings } from './serve-settings.ts';
import type { Terminal } from './terminal.ts';

/** Adds the command. */
export function addServeCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('serve')
    .description('Run the /v1 API: keys, packs and a dashboard over a marketplace.');
  addServeFlags(command);
  command.action(async () => {
    const settings = readServeSettings(command.opts(), process.env);
    // Loaded when it is used: all other commands start without a web server.
    const { serve } = await import('./serve-run.ts');
    await serve(settings, terminal);
  });
}
