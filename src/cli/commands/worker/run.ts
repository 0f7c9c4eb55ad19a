/** Runs `buybox worker`. */

import { once } from 'node:events';
import type { HeldResults } from '../../../deliver/hold.ts';
import { createWorker, type Queue, type ResultSink, streamResults } from '../../../entries/queue.ts';
import type { LocalPack } from '../../../ledger/pack.ts';
import type { MarketplaceOptions } from '../../../marketplace/options.ts';
import { invalidSetting } from '../../../options/checks.ts';
import type { Secret } from '../../../options/secrets.ts';
import { serveWorkerMetrics, type WorkerServer } from '../../../queue/metrics-server.ts';
import { ndjsonResults } from '../../../queue/results/ndjson-results.ts';
import { webhookResults } from '../../../queue/results/webhook-results.ts';
import { redisConnection } from '../../../redis/connection.ts';
import { redisOf } from '../../../redis/target.ts';
import { type BackendFlags, backendOf, openMarketplace } from '../../flags/backend.ts';
import { openQueue, type QueueFlags, queueOptionsOf } from '../../flags/redis.ts';
import { requiredSecret } from '../../flags/values.ts';
import { observeIfInstalled } from '../../observe.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { workerLog } from './log.ts';

/** Where a worker delivers its results. */
export type ResultsTarget =
  | { kind: 'stream'; stream: string | undefined }
  | { kind: 'ndjson'; folder: string }
  | { kind: 'webhook'; url: Secret };

/** The flags of `buybox worker`. */
export interface WorkerFlags extends BackendFlags, QueueFlags {
  results?: ResultsTarget[];
  webhookSecret?: Secret;
  maxUnread?: number;
  concurrency?: number;
  /** Milliseconds. */
  grace?: number;
  /** Milliseconds. */
  takeOver?: number;
  /** Milliseconds. */
  retryDelay?: number;
  maxStalled?: number;
  pack?: LocalPack[];
  metricsPort?: number;
  metricsHost?: string;
  /** `false` for `--no-shared-credits`. */
  sharedCredits: boolean;
  /** `false` for `--no-shared-pace`. */
  sharedPace: boolean;
  log: boolean;
}

const DEFAULT_CONCURRENCY = 10;
const DEFAULT_GRACE_MS = 30_000;
/** How long a probe waits for Redis [milliseconds]. */
const PROBE_MS = 2_000;

/** Works until the terminal's signal is aborted, then finishes the running jobs, or hands them back. @throws Error when the worker cannot start */
export async function runWorker(flags: WorkerFlags, terminal: Terminal): Promise<void> {
  const { concurrency = DEFAULT_CONCURRENCY, grace = DEFAULT_GRACE_MS, takeOver, retryDelay, maxStalled } = flags;
  const log = flags.log ? workerLog(terminal) : undefined;
  const targets = flags.results ?? [{ kind: 'stream', stream: undefined } as const];
  const results = targets.map((target) => sinkOf(target, flags, (held) => log?.held(held)));
  using _ = await observeIfInstalled();
  await using queue = await openQueue(flags);
  await using marketplace = await openMarketplace(flags, terminal, {
    onEvent: null,
    concurrency,
    parseIn: 'workers',
    defaults: (settings) => sharedOf(flags, settings),
  });
  await using metrics = await metricsOf(flags, queue, terminal);
  await using worker = createWorker({
    ...queueOptionsOf(flags),
    marketplace,
    results,
    concurrency,
    retryDelayMs: retryDelay,
    maxStalled,
    lockMs: takeOver,
    stalledCheckMs: takeOver,
    onEvent(event) {
      metrics?.onEvent(event);
      log?.event(event);
      if (event.type === 'ready') terminal.err(greeting(flags, event.worker, metrics));
      if (event.type === 'error' && log === undefined) terminal.err(`error: ${shownError(event.error)}`);
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
}

/** Returns what the workers share: the pace of the sites, and the credits if calls cost any. */
async function sharedOf(
  flags: WorkerFlags,
  settings: MarketplaceOptions,
): Promise<Pick<MarketplaceOptions, 'packs' | 'ledger' | 'sharedPace'>> {
  const { redis, redisPrefix: prefix, sharedCredits, sharedPace, pack } = flags;
  if (redis === undefined) return {};
  const { redisLedger, redisPace } = await import('../../../entries/redis.ts');
  if (pack !== undefined && settings.packs !== undefined)
    throw invalidSetting('pack', undefined, 'cannot be combined with the packs of the configuration file.');
  const isCounting = pack !== undefined || settings.packs !== undefined || settings.budget !== undefined;
  return {
    ...(pack === undefined ? {} : { packs: pack }),
    ...(sharedCredits && isCounting && settings.ledger === undefined ? { ledger: redisLedger(redis, { prefix }) } : {}),
    ...(sharedPace && settings.backend !== 'remote' ? { sharedPace: redisPace(redis, { prefix }) } : {}),
  };
}

/** Returns the sink of a target. @throws BadRequestError `INVALID_CONFIGURATION` */
function sinkOf(target: ResultsTarget, flags: WorkerFlags, onHold: (held: HeldResults) => void): ResultSink {
  const { redis, redisPrefix: prefix, maxUnread, webhookSecret } = flags;
  if (target.kind === 'stream') return streamResults({ redis, prefix, stream: target.stream, maxUnread, onHold });
  if (target.kind === 'ndjson') return ndjsonResults({ folder: target.folder, onHold });
  return webhookResults({ url: target.url, secret: requiredSecret(webhookSecret), onHold });
}

async function metricsOf(flags: WorkerFlags, queue: Queue, { signal }: Terminal): Promise<WorkerServer | undefined> {
  const { metricsPort: port, metricsHost: host, redisPrefix: prefix } = flags;
  if (port === undefined) return undefined;
  const redis = redisConnection(redisOf(flags.redis), { prefix, waitMs: PROBE_MS });
  return serveWorkerMetrics({ port, host, queue, redis, stopping: signal });
}

function shownError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function greeting(flags: WorkerFlags, id: string, metrics: WorkerServer | undefined): string {
  const name = flags.queue ?? 'calls';
  const at = metrics === undefined ? '' : `, with metrics at ${metrics.url}/metrics`;
  return `buybox worker ${id} takes jobs of the queue "${name}" with the ${backendOf(flags)} backend${at}`;
}
