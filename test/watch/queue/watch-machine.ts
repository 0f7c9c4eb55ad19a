/**
 * A process of the tests that can kill itself: `node watch-machine.js SETTINGS`. A watcher looks once at each target that is due; a worker works until it is
 * killed. The marketplace and the clock are those of the test, over HTTP.
 */
import { type AnyEnvelope, marketplaceFrom } from '../../../src/contract/marketplace.ts';
import { restoredError, type StoredError } from '../../../src/contract/stored-error.ts';
import { createWorker, queueMarketplace, type ResultSink, streamResults } from '../../../src/entries/queue.ts';
import { sqliteWatchStore, type WatchStore, type WatchTarget, watch } from '../../../src/entries/watch.ts';

/** The task of a process. */
export type Settings = { redis: string } & (
  | { role: 'worker'; market: string; killAt?: number | undefined; when?: 'call' | 'delivered' | undefined }
  | {
      role: 'watcher';
      db: string;
      now: number;
      targets: WatchTarget[];
      killAt?: number | undefined;
      when?: 'unrecorded' | 'recorded' | undefined;
    }
);

/** The responses of the marketplace of the test. */
export type Answer = { envelope: AnyEnvelope } | { error: StoredError };

const settings = JSON.parse(process.argv[2] ?? '{}') as Settings;
const { redis, killAt } = settings;
let count = 0;

/** Kills the process at its number. What follows is never reached. */
async function mayKill(when: string): Promise<void> {
  if (settings.when !== when || ++count !== killAt) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => setInterval(() => undefined, 1_000));
}

async function work(market: string): Promise<void> {
  const marketplace = marketplaceFrom(
    async (endpoint, params, options) => {
      await mayKill('call');
      const body = JSON.stringify({ endpoint, params, key: options?.idempotencyKey });
      const answer = (await (await fetch(market, { method: 'POST', body })).json()) as Answer;
      if ('error' in answer) throw restoredError(answer.error);
      return answer.envelope as never;
    },
    async () => undefined,
  );
  const stream = streamResults({ redis });
  const results: ResultSink = {
    async deliver(result, signal) {
      await stream.deliver(result, signal);
      await mayKill('delivered');
    },
  };
  const times = { lockMs: 1_000, stalledCheckMs: 500, retryDelayMs: 10 };
  await createWorker({ redis, marketplace, results, concurrency: 10, maxStalled: 50, ...times }).run();
}

async function look({ db, now, targets }: Extract<Settings, { role: 'watcher' }>): Promise<void> {
  const inner = sqliteWatchStore(db);
  const record: WatchStore['record'] = async (visit) => {
    await mayKill('unrecorded');
    const isRecorded = await inner.record(visit);
    await mayKill('recorded');
    return isRecorded;
  };
  const store = new Proxy(inner, {
    get: (of, name) => {
      const member: unknown = name === 'record' ? record : Reflect.get(of, name, of);
      return typeof member === 'function' && name !== 'record' ? member.bind(of) : member;
    },
  });
  await using marketplace = queueMarketplace({ redis, attempts: 2, waitMs: 30_000 });
  const every = { every: '1h', jitter: 0, confirm: 'never', once: true } as const;
  await watch(marketplace, targets, { ...every, store, now: () => now, concurrency: 20 }).done;
  await inner.close();
}

await (settings.role === 'worker' ? work(settings.market) : look(settings));
