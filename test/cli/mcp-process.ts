/** Runs `buybox mcp` of the installed package in its own process. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { installedProgram } from '../package/packed.ts';
import { clientOf, type ERAS } from './mcp-client.ts';

const environment = (more: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  NODE_NO_WARNINGS: '1',
  ...more,
});

/** Returns a client of a `buybox mcp` process, and the standard error of the process. */
export async function connectedProcess(
  args: string[],
  env: Record<string, string> = {},
  era: (typeof ERAS)[number] = 'legacy',
) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [await installedProgram(), 'mcp', ...args],
    env: environment(env),
    stderr: 'pipe',
  });
  let err = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    err += chunk;
  });
  const client: Client = clientOf(era);
  await client.connect(transport);
  return { client, err: () => err, [Symbol.asyncDispose]: () => client.close() };
}

/** Starts a `buybox mcp` process without a client. */
export async function startMcp(
  ...args: string[]
): Promise<{ child: ChildProcess; out: () => string; err: () => string }> {
  const child = spawn(process.execPath, [await installedProgram(), 'mcp', ...args], {
    env: environment(),
    stdio: 'pipe',
  });
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    err += chunk;
  });
  return { child, out: () => out, err: () => err };
}
