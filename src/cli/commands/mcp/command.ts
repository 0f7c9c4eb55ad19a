/** The command `buybox mcp`. */
import { Console } from 'node:console';
import type { Command } from 'commander';
import { addBackendFlags } from '../../flags/backend.ts';
import { Flag } from '../../flags/flag.ts';
import { collect, wholeNumberOf } from '../../flags/values.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { McpFlags } from './run.ts';

/** Adds the command. */
export function addMcpCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('mcp')
    .description(
      'Give an assistant these calls as tools, over the Model Context Protocol on standard input and output, or on HTTP.',
    )
    .option('--allow-folder <dir>', 'a folder whose pages the tool explain may read; repeatable', collect);
  for (const flag of httpFlags()) command.addOption(flag);
  addBackendFlags(command).addHelpText('after', EXAMPLE);
  // Standard output is for the protocol only. The configuration file runs before the action, and may use the console.
  program.hook('preSubcommand', (_, subcommand) => {
    if (subcommand === command) globalThis.console = new Console(process.stderr, process.stderr);
  });
  command.action(async () => {
    const { runMcp } = await import('./run.ts');
    const names = command.options.flatMap(({ long }) => long ?? []);
    await runMcp(command.opts<McpFlags>(), names, terminal);
  });
}

function httpFlags(): Flag[] {
  return [
    new Flag('--http <port>', 'serve Streamable HTTP on this port instead; 0 for any free one').argParser(
      wholeNumberOf('http', 0, 65_535),
    ),
    new Flag('--http-host <address>', 'IP address or host name to listen on').default('127.0.0.1'),
    new Flag('--allow-host <name>', 'a further host name of requests, for a proxy in front; repeatable').argParser(
      collect,
    ),
    new Flag('--http-token <token>', 'token that requests must have').from('BUYBOX_MCP_TOKEN').secret(),
  ];
}

const EXAMPLE = `
In the configuration of an assistant:
  { "mcpServers": { "buybox": { "command": "npx", "args": [
    "-y", "-p", "buybox", "-p", "@modelcontextprotocol/server", "buybox", "mcp"] } } }`;
