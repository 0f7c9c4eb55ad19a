/** The command `buybox mcp`. */
import { Console } from 'node:console';
import { BACKEND_FLAGS } from '../../flags/backend.ts';
import type { CommandRow } from '../../flags/command.ts';
import { Flag } from '../../flags/flag.ts';
import type { McpFlags } from './run.ts';

/** The command. */
export const mcpCommand: CommandRow<McpFlags> = {
  name: 'mcp',
  about:
    'Give an assistant these calls as tools, over the Model Context Protocol on standard input and output, or on HTTP.',
  flags: [
    new Flag('--http <port>', 'serve Streamable HTTP on this port instead; 0 for any free one').number(0, 65_535),
    new Flag('--http-host <address>', 'IP address or host name to listen on').default('127.0.0.1'),
    new Flag('--allow-host <name>', 'a further host name of requests, for a proxy in front; repeatable').repeatable(),
    new Flag('--http-token <token>', 'token that requests must have').from('BUYBOX_MCP_TOKEN').secret(),
    ...BACKEND_FLAGS,
  ],
  help: `In the configuration of an assistant:
  { "mcpServers": { "buybox": { "command": "npx", "args": [
    "-y", "-p", "buybox", "-p", "@modelcontextprotocol/server", "buybox", "mcp"] } } }`,
  // Standard output is for the protocol only, and the configuration file may use the console.
  prepare: () => {
    globalThis.console = new Console(process.stderr, process.stderr);
  },
  run: async ({ flags, command, terminal }) => {
    const names = command.options.flatMap(({ long }) => long ?? []);
    return (await import('./run.ts')).runMcp(flags, names, terminal);
  },
};
