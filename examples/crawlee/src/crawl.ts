/**
 * Crawls a search and its products with Crawlee, and parses each page with `parsePage`. Crawlee does the queue, sessions, proxies and retries.
 *
 *   npm run crawl -- "https://www.amazon.com/s?k=camping+lantern" --products 10
 *   npm run crawl -- --fixtures
 */
import { parseArgs } from 'node:util';
import {
  type BaseHttpClient,
  Dataset,
  HttpCrawler,
  type HttpCrawlingContext,
  NonRetryableError,
  type ProxyConfiguration,
  SessionError,
} from '@crawlee/http';
import { BlockedError, ParseError, parsePage } from 'buybox/parse';

/** Options of a crawl. */
export interface CrawlOptions {
  /** Maximum number of products to crawl. @default 10 */
  products?: number;
  proxyConfiguration?: ProxyConfiguration;
  /** The HTTP client. @default Crawlee's own: got-scraping */
  httpClient?: BaseHttpClient;
}

/** Returns a crawler that writes the data of every page to Crawlee's default dataset. */
export function createCrawler({ products = 10, ...fetching }: CrawlOptions = {}): HttpCrawler<HttpCrawlingContext> {
  let left = products;
  const crawler: HttpCrawler<HttpCrawlingContext> = new HttpCrawler({
    ...fetching,
    // A polite pace: two requests in parallel, one second apart.
    maxConcurrency: 2,
    sameDomainDelaySecs: fetching.httpClient === undefined ? 1 : 0,
    maxRequestRetries: 3,
    maxSessionRotations: 3,
    // The parser reads these responses too: the page shows what it is.
    ignoreHttpErrorStatusCodes: [500, 502, 503],
    requestHandler: async ({ request, response, body, log }) => {
      const url = request.loadedUrl;
      const page = readPage(String(body), url, response.statusCode);
      const { page_type, found, data, gaps } = page;
      if (gaps.length > 0) log.warning(`${url}: missing ${gaps.map(({ landmark }) => landmark).join(', ')}`);
      await Dataset.pushData({ url, page_type, found, data });
      if (page.page_type !== 'search' || !page.found) return;
      const asins = page.data.shallow_parts.map(({ asin }) => asin).slice(0, left);
      left -= asins.length;
      await crawler.addRequests(asins.map((asin) => ({ url: new URL(`/dp/${asin}`, url).href })));
    },
    failedRequestHandler: async ({ request, log }, { message }) => {
      log.error(`${request.url} failed: ${message}`);
      await Dataset.pushData({ url: request.url, error: message });
    },
  });
  return crawler;
}

/** Parses a page. Tells Crawlee to change the session after a block, and not to retry a page that cannot be parsed. */
function readPage(html: string, url: string, status: number | undefined): ReturnType<typeof parsePage> {
  try {
    return parsePage(html, { url, ...(status !== undefined && { status }) });
  } catch (error) {
    if (error instanceof BlockedError) throw new SessionError(error.message);
    if (error instanceof ParseError) throw new NonRetryableError(error.message);
    throw error;
  }
}

if (process.argv[1] === import.meta.filename) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { products: { type: 'string', default: '10' }, fixtures: { type: 'boolean', default: false } },
  });
  const starts = positionals.length > 0 ? positionals : ['https://www.amazon.com/s?k=camping+lantern'];
  const products = Number(values.products);
  const site = values.fixtures ? await (await import('buybox/testing')).startFixtureMarketplace() : undefined;
  const fixtures = site && { httpClient: new (await import('./fixtures.ts')).FixtureHttpClient(site) };
  const crawler = createCrawler({ products, ...fixtures });
  await crawler.run(starts);
  await crawler.exportData('results.json');
  console.log(`${crawler.stats.state.requestsFinished} pages are in results.json`);
  await site?.close();
}
