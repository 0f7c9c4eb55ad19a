/** The child processes of the benchmark of the queue: a site, a worker, and a process that adds jobs. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLocalMarketplace, type PageSource } from '../src/entries/local.ts';
import { createQueue, createWorker, type JobInput } from '../src/entries/queue.ts';
import { productPage } from '../test/local/pages.ts';
import { benchPages } from './pages.ts';

/** The task of a child process. */
export type TargetSettings =
  | { role: 'site'; latencyMs: number; page: 'small' | 'large' }
  | { role: 'worker'; redis: string; site: string; concurrency: number }
  | { role: 'adder'; redis: string; jobs: number };

/** The cost of adding jobs. */
export interface AddingResult {
  seconds: number;
  /** Largest resident memory before and while the jobs are added [bytes]. */
  memoryBefore: number;
  memory: number;
}

/** Returns different calls. */
export function* inputs(count: number): Generator<JobInput> {
  for (let number = 0; number < count; number++)
    yield { endpoint: 'product', params: { asin: `B${String(number).padStart(9, '0')}` } };
}

const targets = {
  async site({ latencyMs, page }: Extract<TargetSettings, { role: 'site' }>) {
    const large = benchPages().pages.find(({ type }) => type === 'product')?.html;
    const html = page === 'large' ? large : productPage();
    if (html === undefined) throw new Error('there is no product page');
    // Encoded once: the site shares the processors with the workers that are measured.
    const body = Buffer.from(html);
    const server = createServer((_, response) => void sleep(latencyMs).then(() => response.end(body)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  },
  async worker({ redis, site, concurrency }: Extract<TargetSettings, { role: 'worker' }>) {
    const pages: PageSource = async ({ url, signal }) => {
      const response = await fetch(site, { signal });
      return { url, status: response.status, headers: {}, body: await response.text() };
    };
    const marketplace = createLocalMarketplace({ pages, concurrency });
    // The first page compiles the parser.
    await marketplace.product({ asin: 'B0LANTERN1' });
    const worker = createWorker({
      redis,
      marketplace,
      concurrency,
      results: () => undefined,
      onEvent: ({ type }) => (type === 'ready' ? process.send?.('ready') : undefined),
    });
    await worker.run();
  },
  async adder({ redis, jobs }: Extract<TargetSettings, { role: 'adder' }>) {
    await using queue = createQueue({ redis });
    await queue.status();
    const memoryBefore = process.memoryUsage.rss();
    let memory = 0;
    const start = performance.now();
    await queue.addAll(inputs(jobs), {
      onProgress: () => {
        memory = Math.max(memory, process.memoryUsage.rss());
      },
    });
    const seconds = (performance.now() - start) / 1_000;
    process.send?.({ seconds, memoryBefore, memory } satisfies AddingResult);
    process.disconnect?.();
  },
};

if (process.send !== undefined && process.argv[2] !== undefined) {
  process.once('disconnect', () => process.exit());
  const settings = JSON.parse(process.argv[2]) as TargetSettings;
  await targets[settings.role](settings as never);
}
