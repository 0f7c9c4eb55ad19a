import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMarketplace } from '../../src/entries/index.ts';
import { createService, memoryStore } from '../../src/entries/service.ts';
import { Pacer } from '../../src/local/pace/pacer.ts';
import { RateWindows } from '../../src/service/rate-windows.ts';
import { ASIN, productPage, sourceOf } from '../local/pages.ts';

const DAY = 86_400_000;
const source = join(import.meta.dirname, '../../src');

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('somebody who sets the clock of the machine a day forward or backward', () => {
  it.each([DAY, -DAY])('neither stalls nor hurries the pace (%i ms)', async (jump) => {
    vi.useFakeTimers();
    const pacer = new Pacer({ concurrency: 1, minGapMs: 1_000, jitterMs: 0 }, { firstMs: 5_000, longestMs: 9_000 });
    const starts: number[] = [];
    const run = () =>
      pacer.run('site', { wait: () => () => undefined }, new AbortController().signal, async () => {
        starts.push(performance.now());
      });
    await run();
    vi.setSystemTime(Date.now() + jump);
    const next = run();
    await vi.advanceTimersByTimeAsync(999);
    expect(starts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await next;
    pacer.backOff('site');
    vi.setSystemTime(Date.now() - 2 * jump);
    const last = run();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(starts).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    await last;
    expect(starts).toHaveLength(3);
  });

  it.each([DAY, -DAY])('neither opens nor extends a window of wrong keys (%i ms)', async (jump) => {
    vi.useFakeTimers();
    const windows = new RateWindows(1);
    windows.add('192.0.2.1');
    vi.setSystemTime(Date.now() + jump);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(windows.add('192.0.2.1')).toEqual({ excess: 1, endsInMs: 1 });
    await vi.advanceTimersByTimeAsync(1);
    expect(windows.add('192.0.2.1').excess).toBe(0);
  });

  it('changes only timestamps: no other code reads the time of day', () => {
    // Times of day that are shown, stored or compared with dates of pages and packs.
    const allowed = new Set([
      ...['client/runner.ts', 'client/options.ts', 'middleware/cached.ts', 'pages/parse.ts', 'testing/answer.ts'],
      'testing/msw.ts',
      // The start of the clock that does not jump.
      'sqlite/database.ts',
      'testing/fake-marketplace.ts',
      ...[
        'ledger/ledger.ts',
        'ledger/stores/memory-ledger.ts',
        'ledger/stores/sqlite-ledger.ts',
        'sources/saved/saved-pages.ts',
      ],
      // Cookies expire at dates.
      'sources/http/cookie-jar.ts',
      ...['service/options.ts', 'service/server.ts', 'service/sqlite-store.ts'],
      ...['service/redis/redis-store.ts', 'ledger/stores/redis-ledger.ts'],
      ...['keys/run', 'report/run', 'batch/plan', 'serve/run', 'worker/log', 'history/run'].map(
        (name) => `cli/commands/${name}.ts`,
      ),
      'local/packs.ts',
      // Timestamps of webhooks and logs, names of files, and the age of files of other machines.
      ...['deliver/webhook-sink.ts', 'deliver/webhook-signature.ts', 'queue/results/result-files.ts'],
      // When looks are due, over restarts.
      'watch/run/clock.ts',
      // Times that BullMQ stores, minutes whose counts all machines share, and the start of a span.
      ...['queue/job-run.ts', 'queue/queue.ts', 'queue/rates.ts'],
      'queue/stored-job.ts',
      'queue/marketplace/result-inbox.ts',
      'opentelemetry/call-spans.ts',
      // The age of what a watch has seen.
      'watch/sql-store.ts',
    ]);
    const readers = globSync('**/*.ts', { cwd: source }).filter((file) =>
      /\bDate\.now\b|new Date\(\)/.test(readFileSync(join(source, file), 'utf8')),
    );
    expect(readers.filter((file) => !allowed.has(file.replaceAll('\\', '/')))).toEqual([]);
  });
});

describe('a clock that returns no time', () => {
  it('fails the call of a marketplace with an error that names the option', async () => {
    await using marketplace = createMarketplace({ pages: sourceOf(productPage()), now: () => Number.NaN });
    await expect(marketplace.product({ asin: ASIN })).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      parameter: 'now',
      message: 'now: returned NaN: expected milliseconds since the epoch.',
    });
  });

  it('is refused when a service is created', async () => {
    const marketplace = createMarketplace({ pages: sourceOf(productPage()) });
    const create = () => createService({ marketplace, store: memoryStore(), now: () => Number.NaN });
    expect(create).toThrow('now: returned NaN: expected milliseconds since the epoch.');
    await marketplace.close();
  });
});
