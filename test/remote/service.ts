/** A service on loopback that sends the responses of a test. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteMarketplace, type RemoteMarketplaceOptions } from '../../src/entries/remote.ts';

export const ASIN = 'B0TESTASIN';
export const KEY = 'sk-test-0123456789';

/** A request that the service received. */
interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A response. A body that is not a string is sent as JSON. */
export interface PlainReply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** A response, or a function that handles the request itself. */
export type Reply = PlainReply | ((request: IncomingMessage, response: ServerResponse) => void);

/** Returns a product envelope with some members replaced. */
export function envelope(members: Record<string, unknown> = {}, meta: Record<string, unknown> = {}) {
  return {
    success: true,
    found: true,
    page_type: 'product',
    data: { asin: ASIN, title: 'A kettle', bb_price: 24.99 },
    meta: {
      marketplace: 'us',
      language: 'en',
      timing_ms: 12,
      request_url: `https://api.example.com/v1/product?asin=${ASIN}`,
      timestamp: '2026-11-20T12:00:00.000Z',
      request_id: '3f0d4f0e-6a0c-4d7a-9a5e-0c7f5c1f4b11',
      usage: { requests_consumed: 1, requests_remaining: 99 },
      ...meta,
    },
    ...members,
  };
}

/** Starts a service that sends the replies in order and then repeats the last one, and returns it with a marketplace that calls it. */
export async function serviceOf(replies: Reply | Reply[], options: RemoteMarketplaceOptions = {}) {
  const queue = Array.isArray(replies) ? replies : [replies];
  const asked: Asked[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const reply = queue[Math.min(asked.length, queue.length - 1)] ?? {};
      asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      if (typeof reply === 'function') reply(request, response);
      else send(response, reply);
    });
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const marketplace = createRemoteMarketplace({ baseUrl, apiKey: KEY, retries: 0, ...options });
  return {
    marketplace,
    baseUrl,
    asked,
    connections: () => connections,
    openSockets: () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
    async [Symbol.asyncDispose]() {
      await marketplace.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function send(response: ServerResponse, { status = 200, headers = {}, body = envelope() }: PlainReply) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}
