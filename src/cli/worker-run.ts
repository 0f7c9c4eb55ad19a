/** Runs `buybox worker`. */
import { once } from 'node:events';
import type { HeldResults } from '../deliver/hold.ts';
import { createWorker, type Queue, type ResultSink, streamResults } from '../entries/queue.ts';
import type { MarketplaceOptions } from '../marketplace/options.ts';
import { serveWorkerMetrics, type WorkerServer } from '../queue/metrics-server.ts';
import { ndjsonResults } from '../queue/results/ndjson-results.ts';
import { webhookResults } from '../queue/results/webhook-results.ts';
import { backendOf, openMarketplace } from './backend.ts';
import { requiredSecret } from './flag-values.ts';
import { observeIfInstalled } from './observe.ts';
import { openQueue, queueOptionsOf } from './queue-flags.ts';
import type { Terminal } from './terminal.ts';
import type { WorkerFlags } from './worker.ts';
import { WorkerLog } from './worker-log.ts';

const DEFAULT_CONCURRENCY = 10;
const DEFAULT_GRACE_MS = 30_000;

/** Works until the terminal's signal is aborted, then finishes the running jobs, or hands them back. @throws Error when the worker cannot start */
export async function runWorker(flags: WorkerFlags, terminal: Terminal): Promise<void> {
  const { concurrency = DEFAULT_CONCURRENCY, grace = DEFAULT_GRACE_MS, takeOver } = flags;
  const log = new WorkerLog(terminal, flags.log);
  const results = resultsOf(flags, (held) => log.held(held));
  using _ = await observeIfInstalled();
  await using queue = await openQueue(flags);
  await using marketplace = await openMarketplace(flags, terminal, {
    onEvent: null,
    concurrency,
    parseIn: 'workers',
    defaults: (settings) => sharedOf(flags, settings),
  });
  const metrics = await metricsOf(flags, queue, terminal);
  try {
    await using worker = createWorker({
      ...queueOptionsOf(flags),
      marketplace,
      results,
      concurrency,
      lockMs: takeOver,
      stalledCheckMs: takeOver,
      onEvent(event) {
        metrics?.onEvent(event);
        log.event(event);
        if (event.type === 'ready') terminal.err(greeting(flags, event.worker, metrics));
        if (event.type === 'error' && !flags.log) terminal.err(`error: ${shownError(event.error)}`);
      },
    });
    const running = worker.run();
    const stopped = terminal.signal.aborted ? undefined : once(terminal.signal, 'abort');
    await Promise.race([running, stopped]);
    terminal.err(
      `stopping: running jobs have ${grace / 1_000} s, the others are handed back. Press Ctrl-C again to stop at once.`,
    );
    await worker.close({ graceMs: grace });
    await running;
  } finally {
    await metrics?.close();
  }
}

/** Returns what the workers share: the pace of the sites, and the credits if calls cost any. */
async function sharedOf(flags: WorkerFlags, settings: MarketplaceOptions): Promise<MarketplaceOptions> {
  const { redis, redisPrefix: prefix, sharedCredits, sharedPace } = flags;
  if (redis === undefined) return {};
  const { redisLedger, redisPace } = await import('../entries/redis.ts');
  const isCounting = settings.packs !== undefined || settings.budget !== undefined;
  return {
    ...(sharedCredits && isCounting && settings.ledger === undefined ? { ledger: redisLedger(redis, { prefix }) } : {}),
    ...(sharedPace && settings.backend !== 'remote' ? { sharedPace: redisPace(redis, { prefix }) } : {}),
  };
}

/** Returns the sink of the results. @throws BadRequestError `INVALID_CONFIGURATION` */
function resultsOf(flags: WorkerFlags, onHold: (held: HeldResults) => void): ResultSink {
  const {
    results = { kind: 'stream', stream: undefined },
    redis,
    redisPrefix: prefix,
    maxUnread,
    webhookSecret,
  } = flags;
  if (results.kind === 'stream') return streamResults({ redis, prefix, stream: results.stream, maxUnread, onHold });
  if (results.kind === 'ndjson') return ndjsonResults({ folder: results.folder, onHold });
  return webhookResults({ url: results.url, secret: requiredSecret(webhookSecret), onHold });
}

async function metricsOf(flags: WorkerFlags, queue: Queue, terminal: Terminal): Promise<WorkerServer | undefined> {
  const { metricsPort: port, metricsHost: host } = flags;
  return port === undefined ? undefined : serveWorkerMetrics({ port, host, queue, stopping: terminal.signal });
}

function shownError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function greeting(flags: WorkerFlags, id: string, metrics: WorkerServer | undefined): string {
  const name = flags.queue ?? 'calls';
  const at = metrics === undefined ? '' : `, with metrics at ${metrics.url}/metrics`;
  return `buybox worker ${id} takes jobs of the queue "${name}" with the ${backendOf(flags)} backend${at}`;
}
