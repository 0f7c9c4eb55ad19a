import { once } from 'node:events';
import { request } from 'node:http';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { type HttpOptions, serveHttp } from '../../src/cli/commands/mcp/http.ts';
import { createMcpServer, toolsOf } from '../../src/cli/commands/mcp/run.ts';
import { failureOf } from '../../src/cli/commands/mcp/tool-call.ts';
import { createMarketplace } from '../../src/entries/index.ts';
import { savedPages } from '../../src/entries/local.ts';
import { Secret } from '../../src/options/secrets.ts';
import { FIXTURES_FOLDER } from '../../src/package-folder.ts';
import { callTool, clientOf, ERAS, HELLO } from './mcp-client.ts';

const ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

/** Starts a server on loopback. Returns its URL, and a function that ends it. */
async function started(options: Partial<HttpOptions> = {}): Promise<{ url: string; end: () => Promise<void> }> {
  const marketplace = createMarketplace({ backend: 'local', pages: savedPages(FIXTURES_FOLDER), retries: 0 });
  const tools = toolsOf(marketplace);
  const stopping = new AbortController();
  const { promise: listening, resolve: onListening } = Promise.withResolvers<string>();
  const ended = serveHttp(
    { createMcpHandler },
    () => createMcpServer({ McpServer }, tools, (error) => failureOf(error, [])),
    {
      ...{
        port: 0,
        host: '127.0.0.1',
        allowedHosts: [],
        token: undefined,
        maxBytes: 100_000,
        onError: () => undefined,
      },
      ...{ signal: stopping.signal, onListening },
      ...options,
    },
  );
  const end = async () => {
    stopping.abort();
    await ended;
    await marketplace.close();
  };
  ending.push(end);
  return { url: await Promise.race([listening, ended.then(() => '')]), end };
}

/** Sends a message. Returns the status and the body. */
async function send(
  url: string,
  {
    headers = {},
    method = 'POST',
    body = JSON.stringify(HELLO),
  }: { headers?: Record<string, string>; method?: string; body?: string } = {},
): Promise<{ status: number | undefined; text: string }> {
  const accept = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const sent = request(url, { method, headers: { ...accept, ...headers } });
  sent.end(method === 'POST' ? body : undefined);
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, text };
}

describe.each(ERAS)('the server over HTTP, for %s clients', (era) => {
  it('lists and runs the tools, for several clients', async () => {
    const { url } = await started();
    const clients = await Promise.all(
      [1, 2].map(async () => {
        const client = clientOf(era);
        await client.connect(new StreamableHTTPClientTransport(new URL(url)));
        ending.unshift(() => client.close());
        return client;
      }),
    );
    for (const client of clients) {
      expect(client.getNegotiatedProtocolVersion()).toMatch(era === 'legacy' ? /^2025/ : /^2026/);
      const { tools } = await client.listTools();
      expect(JSON.stringify(tools).length).toBeLessThanOrEqual(8_000);
      const { json, text } = await callTool(client, 'product', { asin: 'B0LANTERN1', fields: ['bb_price'] });
      expect(json).toMatchObject({ found: true, data: { bb_price: 34.99 } });
      expect(text).toContain('"bb_price":34.99');
      expect(await callTool(client, 'product', { asin: 'B0' })).toMatchObject({ isError: true });
    }
  });

  it('takes a token', async () => {
    const { url } = await started({ token: new Secret('the-token') });
    const connect = async (token: string) => {
      const client = clientOf(era);
      const headers = { authorization: `Bearer ${token}` };
      await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
      ending.unshift(() => client.close());
      return client;
    };
    expect((await (await connect('the-token')).listTools()).tools).toHaveLength(7);
    await expect(connect('another')).rejects.toThrow();
  });
});

describe('the server over HTTP', () => {
  it('refuses names that resolve to this machine, and pages of other origins', async () => {
    const { url } = await started({ allowedHosts: ['tools.example.com'] });
    const { host } = new URL(url);
    const statusOf = async (headers: Record<string, string>) => (await send(url, { headers })).status;
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ host: 'localhost:1' })).toBe(200);
    expect(await statusOf({ host: 'tools.example.com' })).toBe(200);
    expect(await statusOf({ origin: `http://${host}` })).toBe(200);
    expect(await statusOf({ host: 'evil.example' })).toBe(403);
    expect(await statusOf({ host: 'evil.example', origin: 'http://evil.example' })).toBe(403);
    expect(await statusOf({ origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf({ origin: 'http://localhost:3000' })).toBe(403);
    expect(await statusOf({ origin: 'null' })).toBe(403);
  });

  it('refuses a missing and a wrong token, and never shows the token', async () => {
    const { url } = await started({ token: new Secret('the-token') });
    for (const headers of [{}, { authorization: 'Bearer the-toke' }, { authorization: 'Basic the-token' }] as Record<
      string,
      string
    >[]) {
      const { status, text } = await send(url, { headers });
      expect(status).toBe(401);
      expect(text).not.toContain('the-token');
    }
    expect((await send(url, { headers: { authorization: 'bearer the-token' } })).status).toBe(200);
  });

  it('refuses large bodies, other paths and methods, and what is not JSON', async () => {
    const { url } = await started();
    const large = JSON.stringify({ ...HELLO, params: { ...HELLO.params, more: 'x'.repeat(200_000) } });
    expect((await send(url, { body: large })).status).toBe(413);
    expect((await send(url.replace('/mcp', '/other'))).status).toBe(404);
    expect((await send(url, { method: 'GET' })).status).toBe(405);
    expect((await send(url, { method: 'OPTIONS' })).status).toBeGreaterThanOrEqual(400);
    expect((await send(url, { body: '{"jsonrpc"' })).status).toBe(400);
    expect((await send(url)).status).toBe(200);
  });

  it('needs a token to be reached from other machines', async () => {
    await expect(started({ host: '0.0.0.0' })).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      parameter: 'http-host',
    });
    ending.pop();
  });

  it.each(['', 'two words', 'a\n', 'ä'])('refuses a token that no request could have: %j', async (token) => {
    const starting = started({ host: '0.0.0.0', token: new Secret(token) });
    await expect(starting).rejects.toMatchObject({ code: 'INVALID_CONFIGURATION', parameter: 'http-token' });
    ending.pop();
  });

  it('takes every token that a header can have', async () => {
    const { url } = await started({ token: new Secret('a,b"=') });
    expect((await send(url, { headers: { authorization: 'Bearer a,b"=' } })).status).toBe(200);
    expect((await send(url, { headers: { authorization: 'Bearer a' } })).status).toBe(401);
  });

  it.each(['tools.example.com:8443', 'https://tools.example.com', 'a/b', ''])(
    'refuses an allowed host that no request could have: %j',
    async (name) => {
      const error = await started({ allowedHosts: [name] }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'INVALID_CONFIGURATION', parameter: 'allow-host' });
      expect(String(error)).toContain('expected a host name without a port');
      ending.pop();
    },
  );

  it('compares hosts as URLs write them, and says how to allow one', async () => {
    const { url } = await started({ allowedHosts: ['Tools.Example.com', '2001:DB8:0:0::5', '[2001:db8::6]'] });
    for (const host of ['tools.example.com:80', '[2001:db8::5]', '[2001:db8::6]:8788'])
      expect((await send(url, { headers: { host } })).status).toBe(200);
    const { status, text } = await send(url, { headers: { host: '192.168.1.5:8788' } });
    expect(status).toBe(403);
    expect(text).toContain('Start the server with --allow-host 192.168.1.5.');
  });

  it('ends with its signal', async () => {
    const { url, end } = await started();
    await end();
    ending.pop();
    await expect(send(url)).rejects.toThrow(/ECONNREFUSED/);
  });
});
