import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { HOUR, targetsOf } from '../../../checks/truth/observed.ts';
import { callOf, marketplaceFrom } from '../../../src/contract/marketplace.ts';
import { storedErrorOf } from '../../../src/contract/stored-error.ts';
import { createQueue, queueMarketplace } from '../../../src/entries/queue.ts';
import { livingMarketplace } from '../../../src/entries/testing.ts';
import { type Change, sqliteWatchStore, type WatchTarget, watch } from '../../../src/entries/watch.ts';
import { randomOf, wholeBetween } from '../../../src/testing/living/random.ts';
import { DEFAULT_RATES } from '../../../src/testing/living/rates.ts';
import { program } from '../../built/program.ts';
import { until } from '../../queue/support.ts';
import { hasRedis, startRedis } from '../../redis/server.ts';
import type { Answer, Settings } from './watch-machine.ts';

const SEED = 31;
const ROUNDS = 5;
const RATES = { ...DEFAULT_RATES, blocks: 5, partial: 5 };

const openMarket = () => livingMarketplace({ seed: SEED, products: 180, rates: RATES });

/** A call of a look: the same in each run. */
const callName = (round: number, endpoint: string, params: object): string => {
  const { asin, keyword, page = 1 } = params as Record<string, unknown>;
  return `${round} ${endpoint} ${asin ?? keyword} ${page}`;
};

/** The requests of a worker to the marketplace. */
interface Asked {
  endpoint: 'product';
  params: { asin: string };
  key: string;
}

/** The contents of the store at the end. */
async function contentsOf(db: string) {
  const store = sqliteWatchStore(db);
  const changes: Omit<Change, 'evidence'>[] = [];
  for await (const { evidence, ...change } of store.changes()) changes.push(change);
  const visits: Record<string, number> = {};
  for await (const { id, state } of store.targets()) visits[id] = state?.visits ?? 0;
  const credits = await store.spent('total');
  await store.close();
  return { credits, changes: changes.sort((one, other) => (one.id < other.id ? -1 : 1)), visits };
}

it.skipIf(!hasRedis)(
  `a watch over a queue has the changes of the same watch without one, while its process, workers and Redis are killed (seed ${SEED})`,
  async () => {
    await using stack = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'buybox-watch-queue-'));
    stack.defer(() => rmSync(folder, { recursive: true }));
    const random = randomOf('kills', SEED);
    const server = await startRedis({ appendOnly: true });
    stack.defer(() => server.stop());

    const market = openMarket();
    const targets = targetsOf(market.asins, { offers: market.asins.slice(0, 15), search: true }) as WatchTarget[];
    /** The keys of the calls that were charged. */
    const charged = new Map<string, Set<string>>();
    /** The calls of all keys. A worker that has lost its job can make a call again in the next round. */
    const names = new Map<string, string>();
    let [round, asked] = [0, 0];
    const call = callOf(market.marketplace());
    const site = createServer(async (request, response) => {
      const { endpoint, params, key } = (await json(request)) as Asked;
      asked++;
      const name = names.get(key) ?? callName(round, endpoint, params);
      names.set(key, name);
      const answer: Answer = await call(endpoint, params, { idempotencyKey: key }).then(
        (envelope) => {
          charged.set(name, (charged.get(name) ?? new Set()).add(key));
          return { envelope } as Answer;
        },
        (error: Error): Answer => ({ error: storedErrorOf(error) }),
      );
      response.end(JSON.stringify(answer));
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    stack.defer(() => void site.close());
    const start = (settings: Settings) => {
      const child = fork(program('watch-machine'), [JSON.stringify(settings)]);
      stack.defer(() => void child.kill('SIGKILL'));
      return child;
    };

    const workerSettings = {
      role: 'worker',
      redis: server.url,
      market: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    } as const;
    let kills = 0;
    let isOver = false;
    /** Works until it kills itself, and is replaced then. */
    const startWorker = (): void => {
      const killAt = kills < 6 ? wholeBetween(random, 40, 160) : undefined;
      const when = wholeBetween(random, 0, 1) === 0 ? 'call' : 'delivered';
      start({ ...workerSettings, killAt, when }).once('exit', (_code, signal) => {
        if (isOver || signal !== 'SIGKILL') return;
        kills++;
        startWorker();
      });
    };
    startWorker();
    startWorker();

    const db = join(folder, 'queue.db');
    const look = async (kill: Pick<Extract<Settings, { role: 'watcher' }>, 'killAt' | 'when'>) => {
      const watcher = start({ role: 'watcher', redis: server.url, db, now: market.clock.now(), targets, ...kill });
      return (await once(watcher, 'exit')) as [code: number | null, signal: string | null];
    };
    for (round = 0; round < ROUNDS; round++) {
      const killAt = wholeBetween(random, 1, targets.length);
      const before = asked;
      const restarting =
        round === 3
          ? until(() => asked > before + 50).then(async () => {
              await server.kill();
              await server.restart();
            })
          : undefined;
      // One round without a kill.
      if (round !== 3)
        expect(await look({ killAt, when: round % 2 === 0 ? 'unrecorded' : 'recorded' })).toEqual([null, 'SIGKILL']);
      expect(await look({})).toEqual([0, null]);
      await restarting;
      await market.clock.advance(HOUR);
    }
    await using queue = createQueue({ redis: server.url });
    await until(async () => {
      const { waiting, active, delayed } = await queue.status();
      return waiting + active + delayed === 0;
    });

    // The same watch without a queue.
    const other = openMarket();
    const plain = join(folder, 'plain.db');
    const called = new Set<string>();
    const direct = callOf(other.marketplace());
    const counted = marketplaceFrom(
      async (endpoint, params, options) => {
        const envelope = await direct(endpoint, params, options);
        called.add(callName(round, endpoint, params));
        return envelope;
      },
      async () => undefined,
    );
    for (round = 0; round < ROUNDS; round++) {
      await watch(counted, targets, {
        ...{ every: '1h', jitter: 0, confirm: 'never', once: true, db: plain, concurrency: 20, now: other.clock.now },
      }).done;
      await other.clock.advance(HOUR);
    }
    const [got, expected] = [await contentsOf(db), await contentsOf(plain)];
    expect(expected.changes.length).toBeGreaterThan(100);
    expect(got.changes).toEqual(expected.changes);
    expect(got.visits).toEqual(Object.fromEntries(targets.map(({ id }) => [id, ROUNDS])));
    expect(expected.visits).toEqual(got.visits);
    expect(got.credits).toBe(expected.credits);
    expect(got.credits).toBe(charged.size);
    // The credits: each call that returned a page is charged once, with one key.
    expect([...charged.keys()].sort()).toEqual([...called].sort());
    expect([...charged].filter(([, keys]) => keys.size !== 1)).toEqual([]);
    // Leftovers of kills are removed after the next start: dead letters of failures that were thrown.
    await using last = queueMarketplace({ redis: server.url });
    await last.product({ asin: market.asins[0] ?? '' });
    await until(async () => (await queue.status()).dead === 0);
    isOver = true;
    expect(kills).toBeGreaterThan(2);
    console.log(`${got.changes.length} changes, ${asked} calls, ${charged.size} charged, ${kills} workers killed`);
  },
);
