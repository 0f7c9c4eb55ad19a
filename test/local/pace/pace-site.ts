/** A site that records when its requests start and end, by its own clock. It runs in a process of its own, so that a busy test does not delay it. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CAPTCHA_PAGE, productPage } from '../pages.ts';

/** A request as the site saw it. */
export interface SeenRequest {
  name: string;
  /** On the clock of its process, which did not wait for anything after that [milliseconds since the epoch]. */
  sentAt: number;
  /** On the clock of the site [milliseconds]. */
  startedAt: number;
  /** `undefined` while it runs. */
  endedAt?: number;
  isBlock?: boolean;
}

const latencyMs = Number(process.argv[2] ?? 0);
const seen: SeenRequest[] = [];
/** Names of processes whose next request is blocked. */
const blocks: string[] = [];
/** Processes that wait for others. */
const waiting: ServerResponse[] = [];

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
  if (pathname === '/seen') return void response.end(JSON.stringify(seen));
  if (pathname === '/start') {
    waiting.push(response);
    if (waiting.length === Number(searchParams.get('of'))) for (const each of waiting.splice(0)) each.end();
    return;
  }
  const name = searchParams.get('name') ?? '';
  if (pathname === '/block') {
    blocks.push(name);
    return void response.end();
  }
  const sentAt = Number(searchParams.get('sentAt'));
  const entry: SeenRequest = { name, sentAt, startedAt: performance.now() };
  seen.push(entry);
  const index = blocks.indexOf(name);
  if (index >= 0) {
    blocks.splice(index, 1);
    entry.isBlock = true;
  }
  response.on('close', () => {
    entry.endedAt ??= performance.now();
  });
  setTimeout(() => response.end(entry.isBlock ? CAPTCHA_PAGE : productPage()), latencyMs);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
