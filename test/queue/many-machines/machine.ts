/** A process that works on a queue until it is killed, or gets SIGTERM. It stands for a machine. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createLocalMarketplace, type PageSource } from '../../../src/entries/local.ts';
import {
  createWorker,
  ndjsonResults,
  type ResultSink,
  streamResults,
  webhookResults,
} from '../../../src/entries/queue.ts';
import { redisLedger, redisPace } from '../../../src/entries/redis.ts';
import type { MachineSettings } from './settings.ts';

const settings = JSON.parse(process.argv[2] ?? '{}') as MachineSettings;
const { redis, site, folder, pace, lockMs, secret } = settings;

/** Asks the site of the test instead of the marketplace. */
const pages: PageSource = async ({ url, signal }) => {
  const response = await fetch(`${site}/page?sentAt=${Date.now()}&url=${encodeURIComponent(url)}`, { signal });
  return { url, status: response.status, headers: {}, body: await response.text() };
};

const marketplace = createLocalMarketplace({
  pages,
  pace,
  backoff: { firstMs: 50, longestMs: 200 },
  retries: 0,
  concurrency: 10,
  ledger: redisLedger(redis),
  sharedPace: redisPace(redis),
});

/** Each result goes to a sink of each kind. The job ends when all have it. */
function allSinks(): ResultSink {
  const handled = openSync(join(folder, `handled-${process.pid}`), 'a');
  const files = ndjsonResults({ folder: join(folder, 'files'), fsync: false });
  const webhook = webhookResults({ url: `${site}/hook`, secret });
  const stream = streamResults({ redis, maxUnread: false });
  return {
    async deliver(result, signal) {
      writeSync(handled, `${result.key}\n`);
      await Promise.all([files, webhook, stream].map((sink) => sink.deliver(result, signal)));
    },
    async close() {
      for (const sink of [files, webhook, stream]) await sink.close?.();
      closeSync(handled);
    },
  };
}

const worker = createWorker({
  redis,
  marketplace,
  results: allSinks(),
  concurrency: 10,
  retryDelayMs: 100,
  maxRetryDelayMs: 1_000,
  lockMs,
  stalledCheckMs: lockMs / 2,
  maxStalled: 50,
  onEvent: (event) => {
    if (event.type !== 'started' && event.type !== 'ended') process.send?.(event.type);
  },
});
process.once('SIGTERM', () => void worker.close({ graceMs: 10_000 }));
await worker.run();
await marketplace.close();
process.disconnect?.();
