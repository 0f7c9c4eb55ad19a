/** A small marketplace on loopback: saved pages at the sites' own paths, over HTTP. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isLoopbackHost } from '../http/loopback.ts';
import { readOptions } from '../options/table.ts';
import type { PageSource } from '../sources/page-source.ts';
import { fixturePages } from '../sources/saved/fixture-pages.ts';
import { headersOf, PAGES_OPTIONS, pageAt } from './site.ts';
import { fixtureClock } from './virtual-clock.ts';

/** A running fixture marketplace. */
export interface FixtureMarketplace extends AsyncDisposable {
  /** Its loopback URL, for `httpPages({ via })`. */
  url: string;
  /**
   * A clock for the `now` option of a marketplace. It starts at the time of the fixtures, so that their delivery dates are in the future. The
   * fixtures are read at that time also without it.
   */
  now: () => number;
  /** The requested URLs, in order. */
  requests: string[];
  /** Stops the server and closes its connections. */
  close(): Promise<void>;
}

/** Options of {@link startFixtureMarketplace}. */
export interface FixtureMarketplaceOptions {
  /** The pages to serve. @default the package's own fixtures */
  pages?: PageSource | undefined;
}

/**
 * Starts a fixture marketplace on a free loopback port. The `Host` header selects the site; without the name of one, as in a browser at `url`, it is `us`. Pages that it does not have return the site's 404
 * page.
 *
 * @throws BadRequestError `INVALID_CONFIGURATION` for an invalid option
 */
export async function startFixtureMarketplace(options: FixtureMarketplaceOptions = {}): Promise<FixtureMarketplace> {
  const { pages = fixturePages() } = readOptions('startFixtureMarketplace', PAGES_OPTIONS, options);
  const requests: string[] = [];
  const server = createServer((request, response) => {
    respond(pages, requests, request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, now: fixtureClock(), requests, close, [Symbol.asyncDispose]: close };
}

async function respond(
  pages: PageSource,
  requests: string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A browser that opens the server itself sees the site of the United States.
  const { host = '' } = request.headers;
  const isOwn = isLoopbackHost(host.replace(/:\d+$/, ''));
  const url = `https://${isOwn ? 'www.amazon.com' : host}${request.url}`;
  requests.push(url);
  const page = await pageAt(pages, url);
  const { status, body } = page;
  const headers = headersOf(page);
  if (String(request.headers['accept-encoding']).includes('gzip')) {
    response.writeHead(status, { ...headers, 'content-encoding': 'gzip' }).end(await promisify(gzip)(body));
  } else response.writeHead(status, headers).end(body);
}
