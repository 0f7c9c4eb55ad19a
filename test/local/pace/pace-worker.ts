/** A process that fetches pages of a site with a shared pace. */
import { createLocalMarketplace } from '../../../src/entries/local.ts';
import { redisPace } from '../../../src/entries/redis.ts';

const [redisUrl = '', siteUrl = '', settings = '{}'] = process.argv.slice(2);
const { name, pages, parallel, pace, together } = JSON.parse(settings) as WorkerSettings;

/** Settings of the process. */
export interface WorkerSettings {
  name: string;
  /** Number of pages to fetch. */
  pages: number;
  /** Number of calls at once. */
  parallel: number;
  pace: { concurrency: number; minGapMs: number; jitterMs: number };
  /** Number of processes that start at the same time. */
  together: number;
}

const marketplace = createLocalMarketplace({
  sharedPace: redisPace(redisUrl, { leaseMs: 2_000 }),
  pace,
  backoff: { firstMs: 1_500, longestMs: 1_500 },
  retries: 3,
  concurrency: parallel,
  onEvent: ({ type }) => {
    if (type === 'backoff') process.stdout.write(`backoff ${Date.now()}\n`);
  },
  pages: async ({ url, signal }) => {
    const asked = `${siteUrl}?name=${name}&sentAt=${Date.now()}&url=${encodeURIComponent(url)}`;
    const response = await fetch(asked, { signal });
    return { url, status: response.status, headers: {}, body: await response.text() };
  },
});

// Loading the client takes longer than a request.
await (await fetch(`${siteUrl}/start?of=${together}`)).text();
let started = 0;
async function work(): Promise<void> {
  while (started < pages) {
    started++;
    await marketplace.product({ asin: 'B0TESTASIN' }).catch((error: Error) => console.error(name, error.message));
  }
}
await Promise.all(Array.from({ length: parallel }, work));
await marketplace.close();
