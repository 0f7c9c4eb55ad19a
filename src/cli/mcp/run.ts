/** What `buybox mcp` does: tools over standard input and output, until the assistant leaves or a signal comes. */
import { MarketplaceError } from '../../contract/errors.ts';
import type { Marketplace } from '../../contract/marketplace.ts';
import { backendOf, openMarketplace } from '../backend.ts';
import { describeError } from '../exit.ts';
import type { McpFlags } from '../mcp.ts';
import type { Terminal } from '../terminal.ts';
import { callerOf, endpointTools } from './endpoint-tools.ts';
import { explainTool } from './explain-tool.ts';
import { failureOf } from './failure.ts';
import { loadSdk, type McpSdk } from './sdk.ts';
import { createMcpServer } from './server.ts';
import type { Tool } from './tool.ts';

/**
 * Serves until standard input ends, or the terminal's signal says to stop.
 *
 * @param names The flags that the command has.
 * @throws BadRequestError `INVALID_CONFIGURATION` for wrong settings, or when the SDK is not installed
 */
export async function runMcp(flags: McpFlags, names: readonly string[], terminal: Terminal): Promise<void> {
  const sdk = await loadSdk();
  await using marketplace = await openMarketplace(flags, terminal);
  const tools = toolsOf(marketplace, flags, terminal);
  const tell = (error: unknown) => {
    if (!(error instanceof MarketplaceError)) terminal.err(`mcp: ${stackOf(error)}`);
    return failureOf(error, names);
  };
  const { transport, closed } = watchedTransport(sdk);
  const connection = sdk.serveStdio(() => createMcpServer(sdk, tools, tell), {
    transport,
    onerror: (error) => terminal.note(`mcp: ${describeError(error)}`),
  });
  terminal.note(`mcp: the ${backendOf(flags)} backend, for an assistant at the other end of standard input and output`);
  await Promise.race([closed, aborted(terminal.signal)]);
  await connection.close();
}

/** All tools of a server. */
export function toolsOf(marketplace: Marketplace, flags: McpFlags, terminal: Terminal): Tool[] {
  const { configured = {} } = flags;
  const isLocal = backendOf(flags) === 'local';
  const folders = [flags.files, flags.folder, flags.record, configured.folder, configured.record].flat();
  return [
    ...endpointTools(marketplace, {
      marketplace: flags.marketplace ?? configured.marketplace,
      language: flags.language ?? configured.language,
    }),
    explainTool({
      call: isLocal ? callerOf(marketplace) : undefined,
      folders: folders.filter((folder) => folder !== undefined),
      terminal,
    }),
  ];
}

/** The transport of the process's own streams, and when it is closed, by whichever side. */
function watchedTransport({ StdioServerTransport }: McpSdk) {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  class WatchedTransport extends StdioServerTransport {
    override async close(): Promise<void> {
      await super.close();
      resolve();
    }
  }
  return { transport: new WatchedTransport(), closed };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
