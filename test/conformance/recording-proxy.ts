import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to the service, with its response. */
export interface RecordedCall {
  method: string;
  path: string;
  /** Whether the call asks for some fields. */
  hasFields: boolean;
  status: number;
  body: unknown;
}

/** Starts a proxy that forwards requests to a service, and passes every response to a test. */
export async function startRecordingProxy(target: string, onCall: (call: RecordedCall) => void) {
  const server = createServer((request, response) => {
    forward(target, request, response)
      .then(onCall)
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

async function forward(target: string, request: IncomingMessage, response: ServerResponse): Promise<RecordedCall> {
  const { method = 'GET', url = '/' } = request;
  const left = new AbortController();
  response.on('close', () => left.abort());
  const chunks = await request.toArray();
  const targetResponse = await fetch(`${target}${url}`, {
    method,
    headers: headersOf(request),
    signal: left.signal,
    ...(method === 'POST' ? { body: Buffer.concat(chunks).toString() } : {}),
  });
  const text = await targetResponse.text();
  const {
    'content-encoding': _,
    'content-length': __,
    'transfer-encoding': ___,
    connection: ____,
    ...headers
  } = Object.fromEntries(targetResponse.headers);
  response.writeHead(targetResponse.status, headers).end(text);
  const { pathname: path, searchParams } = new URL(url, target);
  return { method, path, hasFields: searchParams.has('fields'), status: targetResponse.status, body: JSON.parse(text) };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const forwarded = ['x-api-key', 'content-type', 'accept', 'idempotency-key'] as const;
  return Object.fromEntries(
    forwarded.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}
