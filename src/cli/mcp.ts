/** The command `buybox mcp`. */
import { Console } from 'node:console';
import type { Command } from 'commander';
import { addBackendFlags, type BackendFlags } from './backend.ts';
import { collect } from './flag-values.ts';
import type { Terminal } from './terminal.ts';

/** The flags of `buybox mcp`. */
export interface McpFlags extends BackendFlags {
  /** Folders whose pages the tool `explain` may read. */
  allowFolder?: string[];
}

/** Adds the command. */
export function addMcpCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('mcp')
    .description(
      'Give an assistant these calls as tools, over the Model Context Protocol on standard input and output.',
    )
    .option('--allow-folder <dir>', 'a folder whose pages the tool explain may read; repeatable', collect);
  addBackendFlags(command).addHelpText('after', EXAMPLE);
  // Standard output is for the protocol only. The configuration file runs before the action, and may use the console.
  program.hook('preSubcommand', (_, subcommand) => {
    if (subcommand === command) globalThis.console = new Console(process.stderr, process.stderr);
  });
  command.action(async () => {
    const { runMcp } = await import('./mcp/server.ts');
    const names = command.options.flatMap(({ long }) => long ?? []);
    await runMcp(command.opts<McpFlags>(), names, terminal);
  });
}

const EXAMPLE = `
In the configuration of an assistant:
  { "mcpServers": { "buybox": { "command": "npx", "args": [
    "-y", "-p", "buybox", "-p", "@modelcontextprotocol/server", "buybox", "mcp"] } } }`;
