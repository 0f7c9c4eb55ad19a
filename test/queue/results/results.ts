/** Results and events of tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobResult } from '../../../src/queue/result-types.ts';

/** A signal that is never aborted. */
export const NEVER = new AbortController().signal;

/** Returns the result of a job. */
export function resultOf(key: string, members: Partial<JobResult> = {}): JobResult {
  const envelope = {
    success: true,
    found: true,
    page_type: 'product',
    data: { asin: 'B0LANTERN1', title: key },
    meta: {},
  };
  return {
    id: `id-${key}`,
    key,
    endpoint: 'product',
    params: { asin: 'B0LANTERN1', marketplace: 'us', language: 'en' },
    marketplace: 'us',
    attempts: 1,
    at: '2026-11-23T02:00:00.000Z',
    envelope: envelope as unknown as NonNullable<JobResult['envelope']>,
    ...members,
  } as JobResult;
}

/** Returns the result of a job that failed. */
export function failureOf(key: string): JobResult {
  const { envelope: _, ...result } = resultOf(key);
  const error = {
    name: 'ParseError',
    code: 'PARSER_ERROR',
    status: 500,
    message: 'no title',
    request_id: 'r1',
    billed: false,
    retryable: false,
  };
  return { ...result, error };
}

/** A request that a {@link Receiver} has received. */
interface ReceivedRequest {
  headers: IncomingMessage['headers'];
  body: string;
  url: string | undefined;
}

/** A receiver of webhooks on this machine. */
export interface Receiver extends AsyncDisposable {
  url: string;
  requests: ReceivedRequest[];
}

/** Starts a receiver. `respond` gets the number of the request, starting at 1. */
export async function openReceiver(respond: (number: number, response: ServerResponse) => void): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const text of request.setEncoding('utf8')) body += text;
    requests.push({ headers: request.headers, body, url: request.url });
    respond(requests.length, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/secret-path`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A temporary folder. */
export class TestFolder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'buybox-results-'));

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
