/** A server on loopback whose paths fail in one way each. Pages of any origin may call it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { envelope } from '../remote/service.ts';

const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
  // Without it, pages cannot read `retry-after`.
  'access-control-expose-headers': '*',
};
const JSON_TYPE = { 'content-type': 'application/json' };

/** How the server responds, by the first part of the path. `twice` fails the first time that a call has its idempotency key. */
const REPLIES: Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>> = {
  503: (response) => response.writeHead(503, { 'retry-after': '7' }).end('busy'),
  redirect: (response) => response.writeHead(302, { location: 'https://other.example.test/' }).end(),
  never: () => undefined,
  endless: (response) => {
    const chunk = Buffer.alloc(10_000, '0');
    const send = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', send).writeHead(200, JSON_TYPE);
    send();
  },
  announced: (response) => response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000000' }).flushHeaders(),
  bomb: (response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000, '0'))),
  cut: (response) =>
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '2000' }).write('{"success"', () => response.destroy()),
};

/** Starts the server. */
export async function startCanned() {
  const failedOnce = new Set<unknown>();
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(ANY_ORIGIN)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const [, path = ''] = request.url?.split('/') ?? [];
    if (path !== 'twice') return REPLIES[path]?.(response, request);
    const key = request.headers['idempotency-key'];
    if (failedOnce.has(key)) return void response.writeHead(200, JSON_TYPE).end(JSON.stringify(envelope()));
    failedOnce.add(key);
    return void response.writeHead(429, { 'retry-after': '0' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns a URL at which nothing listens. */
export async function closedUrl(): Promise<string> {
  const { url, close } = await startCanned();
  await close();
  return url;
}
