/** A process that fetches pages of a site with a shared pace. */
import { createLocalMarketplace } from '../../../src/local.ts';
import { redisPace } from '../../../src/redis.ts';

const [redisUrl = '', siteUrl = '', settings = '{}'] = process.argv.slice(2);
const { name, pages, parallel, pace, backoff, proxies, leaseSessions, waitMs, together } = JSON.parse(
  settings,
) as WorkerSettings;

/** Settings of the process. */
export interface WorkerSettings {
  name: string;
  /** Number of pages to fetch. */
  pages: number;
  /** Number of calls at once. */
  parallel: number;
  pace: { concurrency: number; minGapMs: number; jitterMs: number };
  backoff?: { firstMs: number; longestMs: number };
  /** Number of sessions. */
  proxies?: number;
  leaseSessions?: boolean;
  waitMs?: number;
  /** Number of processes that start at the same time. */
  together: number;
}

const marketplace = createLocalMarketplace({
  sharedPace: redisPace(redisUrl, { leaseMs: 2_000, leaseSessions, waitMs }),
  pace,
  backoff: backoff ?? { firstMs: 1_500, longestMs: 1_500 },
  retries: 3,
  concurrency: parallel,
  onEvent: ({ type }) => {
    if (type === 'backoff') process.stdout.write(`backoff ${Date.now()}\n`);
  },
  pages: Object.assign(
    async ({ url, session, signal }: { url: string; session: string; signal: AbortSignal }) => {
      const asked = `${siteUrl}?name=${name}&session=${session}&sentAt=${Date.now()}&url=${encodeURIComponent(url)}`;
      const response = await fetch(asked, { signal });
      return { url, status: response.status, headers: {}, body: await response.text() };
    },
    { sessionCount: proxies ?? 1 },
  ),
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
