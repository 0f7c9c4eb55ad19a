/** A program whose calls go through proxies with every fault; run by proxy-faults.long.test.ts. Prints the errors of its calls, and what Node reports. */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { MarketplaceError } from '../../src/entries/index.ts';
import { httpPages, type PageRequest } from '../../src/entries/local.ts';
import { CERTIFICATE } from './certificate.ts';
import { type Behaviour, closedPort, responds, startProxy, startRaw, works } from './proxy.ts';

const problems: string[] = [];
process.on('uncaughtException', (error) => problems.push(`uncaught: ${error.stack}`));
process.on('unhandledRejection', (error) => problems.push(`unhandled: ${String(error)}`));

const OK = 'HTTP/1.1 200 OK\r\n\r\n';
const after = (ms: number, work: () => void) => void setTimeout(work, ms);
const reset = (socket: Socket) => void ('encrypted' in socket ? socket.destroy() : socket.resetAndDestroy());
/** Writes for as long as the other side takes it. */
const endless = (text: string) => (socket: Socket) => {
  const write = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', write);
  write();
};

const raw: Record<string, (socket: Socket) => void> = {
  'resets at once': reset,
  'ends at once': (socket) => socket.end(),
  'resets during the request': (socket) => void socket.once('data', () => reset(socket)),
  'ends during the request': (socket) => void socket.once('data', () => socket.end()),
  'sends garbage': (socket) => socket.end(Buffer.from([0, 255, 1, 254, 13, 10, 13, 10])),
  'sends another status line': (socket) => socket.end('HTTP/1.1 abc def\r\n\r\n'),
  'sends no colon': (socket) => socket.end('HTTP/1.1 200 OK\r\nheader without colon\r\n\r\n'),
  'sends half a header': (socket) => socket.end('HTTP/1.1 200 OK\r\nheader: '),
  'sends endless headers': endless('x-header: value\r\n'),
  'sends an endless header behind its status': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    endless('x-header: value\r\n')(socket);
  },
  'sends endless interim responses': endless('HTTP/1.1 100 Continue\r\n\r\n'),
  'never responds': () => undefined,
};
const connected: Record<string, Behaviour> = {
  '407': responds('407 Proxy Authentication Required'),
  '407 with an endless body': endless('HTTP/1.1 407 No\r\n\r\n') as Behaviour,
  '502': responds('502 Bad Gateway'),
  '502, then a reset': (socket) => {
    socket.write('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    after(5, () => reset(socket));
  },
  '200 with extra bytes': (socket) => socket.write(`${OK}extra`),
  '200, then garbage': (socket) => {
    socket.write(OK);
    after(5, () => socket.write('garbage'));
  },
  '200, then the end': (socket) => socket.end(OK),
  '200, then a reset': (socket) => {
    socket.write(OK);
    after(1, () => reset(socket));
  },
  '200, then nothing': (socket) => socket.write(OK),
  'closes during TLS': (socket) => {
    socket.write(OK);
    socket.once('data', () => socket.end());
  },
  'resets during TLS': (socket) => {
    socket.write(OK);
    socket.once('data', () => reset(socket));
  },
  'resets after 10 ms, whatever happens': (socket, serveSite) => {
    works(socket, serveSite);
    after(10, () => reset(socket));
  },
};

const request = (signal: AbortSignal): PageRequest => ({
  url: 'https://www.amazon.com/dp/B0TESTASIN',
  marketplace: 'us',
  language: 'en',
  attempt: 1,
  session: 'us-1-1',
  signal,
});

const proxies: [string, string][] = [['has a closed port', `http://127.0.0.1:${await closedPort()}`]];
proxies.push(['has no DNS entry', 'http://user:geheim@proxy.invalid:8080']);
for (const tls of [false, true]) {
  const protocol = tls ? 'https' : 'http';
  for (const [name, behaviour] of Object.entries(raw)) {
    const { port } = await startRaw(behaviour, tls);
    proxies.push([`${protocol}: ${name}`, `${protocol}://user:geheim@127.0.0.1:${port}`]);
  }
  for (const [name, behaviour] of Object.entries(connected)) {
    const { port } = await startProxy(() => behaviour, { tls });
    proxies.push([`${protocol}: ${name}`, `${protocol}://user:geheim@127.0.0.1:${port}`]);
  }
}
const plain = await startProxy();
proxies.push(['https: has no TLS', `https://user:geheim@127.0.0.1:${plain.port}`]);

const results: Record<string, string> = {};

/** Makes a call that ends by itself, one that is aborted, and one that is open when the source is closed. */
async function attack(name: string, proxy: string): Promise<void> {
  // Only proxies that stay silent reach the time limit.
  const ms = /never|nothing/.test(name) ? 300 : 10_000;
  const source = () => httpPages({ proxy, certificateAuthority: CERTIFICATE, connectTimeoutMs: ms, idleTimeoutMs: ms });
  const [whole, aborted, closed] = [source(), source(), source()];
  const ended = whole(request(AbortSignal.timeout(20_000)));
  const abort = new AbortController();
  const others = [
    aborted(request(abort.signal)).catch(() => undefined),
    closed(request(AbortSignal.timeout(20_000))).catch(() => undefined),
  ];
  after(3, () => abort.abort());
  after(4, () => void closed.close?.());
  try {
    results[name] = `status ${(await ended).status}`;
  } catch (error) {
    results[name] = error instanceof MarketplaceError ? `${error.name}: ${error.message}` : `untyped: ${String(error)}`;
  }
  await Promise.all(others);
  // Idle connections of a keep-alive pool are cut, too.
  await sleep(50);
  await Promise.all([whole.close?.(), aborted.close?.()]);
}

// A few at a time, so that the faults are quicker than the time limits.
while (proxies.length > 0) await Promise.all(proxies.splice(0, 4).map(([name, proxy]) => attack(name, proxy)));
await sleep(500);
process.stdout.write(JSON.stringify({ results, problems }));
process.exit();
