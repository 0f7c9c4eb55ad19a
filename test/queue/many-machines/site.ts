/** A site that records when its requests were sent, refuses some, and receives webhooks. It runs in a process of its own, so that a busy test does not delay it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FAILURE_PAGE, NOT_FOUND_PAGE, productPage } from '../../local/pages.ts';
import type { SiteRecord } from './settings.ts';

const [latencyMs = 0, failEvery = 0, missingEvery = 0] = process.argv.slice(2).map(Number);
const record: SiteRecord = { sent: {}, most: {}, webhooks: [], failures: 0 };
const running = new Map<string, number>();
let requests = 0;

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
  if (pathname === '/record') return void response.end(JSON.stringify(record));
  if (pathname === '/hook') {
    record.webhooks.push(String(request.headers['webhook-id']));
    return void request.resume().on('end', () => response.writeHead(204).end());
  }
  const url = new URL(searchParams.get('url') ?? '');
  const { host } = url;
  const asin = /B0\d{8}/.exec(url.pathname)?.[0] ?? '';
  record.sent[host] ??= [];
  record.sent[host].push(Number(searchParams.get('sentAt')));
  const now = (running.get(host) ?? 0) + 1;
  running.set(host, now);
  record.most[host] = Math.max(record.most[host] ?? 0, now);
  response.on('close', () => running.set(host, (running.get(host) ?? 0) - 1));
  const isFailure = ++requests % failEvery === 0;
  if (isFailure) record.failures++;
  setTimeout(() => {
    if (isFailure) response.writeHead(503).end(FAILURE_PAGE);
    else if (Number(asin.slice(2)) % missingEvery === 0) response.writeHead(404).end(NOT_FOUND_PAGE);
    else response.end(productPage(`Lantern ${asin}`, asin));
  }, latencyMs);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
