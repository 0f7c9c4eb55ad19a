/** The SDK of the Model Context Protocol: an optional peer, loaded when it is used. */
import { BadRequestError } from '../../contract/errors.ts';

/** The part of the SDK that is used. */
export type McpSdk = Pick<typeof import('@modelcontextprotocol/server'), 'McpServer'> &
  Pick<typeof import('@modelcontextprotocol/server/stdio'), 'serveStdio' | 'StdioServerTransport'>;

/** @throws BadRequestError `INVALID_CONFIGURATION` when it is not installed */
export async function loadSdk(): Promise<McpSdk> {
  try {
    const [{ McpServer }, { serveStdio, StdioServerTransport }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('@modelcontextprotocol/server/stdio'),
    ]);
    return { McpServer, serveStdio, StdioServerTransport };
  } catch (cause) {
    throw new BadRequestError(
      'mcp: the package "@modelcontextprotocol/server" is needed; install it: npm install @modelcontextprotocol/server',
      { code: 'INVALID_CONFIGURATION', parameter: 'mcp', cause },
    );
  }
}
