/** `buybox mcp`: the command and its flags. */
import { Console } from 'node:console';
import type { Command } from 'commander';
import { addBackendFlags, type BackendFlags } from './backend.ts';
import { collect } from './flag-values.ts';
import type { Terminal } from './terminal.ts';

/** What the flags of `buybox mcp` give. */
export interface McpFlags extends BackendFlags {
  /** Folders whose pages `explain` may read. */
  files?: string[];
}

/** Adds the command. */
export function addMcpCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('mcp')
    .description(
      'Give an assistant these calls as tools: a Model Context Protocol server on standard input and output.',
    )
    .option('--files <dir>', 'a folder whose pages the tool explain may read; repeatable', collect);
  addBackendFlags(command).addHelpText('after', EXAMPLE);
  // The configuration file is read before the action begins, and may write what it likes.
  program.hook('preSubcommand', (_, subcommand) => {
    if (subcommand === command) keepOutputFree();
  });
  command.action(async () => {
    const { runMcp } = await import('./mcp/run.ts');
    const names = command.options.flatMap(({ long }) => long ?? []);
    await runMcp(command.opts<McpFlags>(), names, terminal);
  });
}

/** Standard output carries the protocol alone. */
function keepOutputFree(): void {
  globalThis.console = new Console(process.stderr, process.stderr);
}

const EXAMPLE = `
In the configuration of an assistant:
  { "mcpServers": { "buybox": { "command": "npx", "args": [
    "-y", "-p", "buybox", "-p", "@modelcontextprotocol/server", "buybox", "mcp"] } } }`;
