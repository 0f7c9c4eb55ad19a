/** A client of the SDK, connected to the tools of `buybox mcp`. */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer, toolsOf } from '../../src/cli/commands/mcp/run.ts';
import { failureOf, type ToolDefaults } from '../../src/cli/commands/mcp/tool-call.ts';
import type { Marketplace } from '../../src/entries/index.ts';

/** The protocol of 2025, with a handshake, and that of 2026, without one. */
export const ERAS = ['legacy', 'auto'] as const;

/** Returns a client that is not connected yet. */
export function clientOf(mode: (typeof ERAS)[number] = 'legacy'): Client {
  return new Client({ name: 'a test', version: '1.0.0' }, { versionNegotiation: { mode } });
}

/** The parts of a tool's result that tests use. */
export interface ToolResult {
  isError: boolean;
  /** The structured content. For an error, its text parsed as JSON. */
  json: Record<string, unknown>;
  text: string;
  structured: unknown;
}

/** Calls a tool. */
export async function callTool(
  client: Client,
  name: string,
  given: Record<string, unknown>,
  options?: Parameters<Client['callTool']>[1],
): Promise<ToolResult> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: given }, options);
  const [first] = content;
  if (content.length !== 1 || first?.type !== 'text') throw new Error('expected one text');
  const json = isError === true ? JSON.parse(first.text) : structuredContent;
  return { isError: isError === true, json, text: first.text, structured: structuredContent };
}

/** Returns a client connected to the tools of a marketplace, in this process. */
export async function connectedTo(
  marketplace: Marketplace,
  defaults: ToolDefaults = {},
  mode: (typeof ERAS)[number] = 'legacy',
): Promise<{ client: Client } & AsyncDisposable> {
  const tools = toolsOf(marketplace, defaults);
  const [own, other] = InMemoryTransport.createLinkedPair();
  const tell = (error: unknown) => failureOf(error, ['--timeout', '--proxy', '--backend']);
  const connection = serveStdio(() => createMcpServer({ McpServer }, tools, tell), { transport: other });
  const client = clientOf(mode);
  await client.connect(own);
  return {
    client,
    async [Symbol.asyncDispose]() {
      await client.close();
      await connection.close();
    },
  };
}

/** The message that opens a connection. */
export const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a test', version: '1' } },
};

/** A call of a tool. */
export const CALL = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'product', arguments: { asin: 'B0LANTERN1' } },
};
