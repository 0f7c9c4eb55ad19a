import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { isNightly } from '../../checks/is-nightly.ts';
import { createQueue, type JobInput } from '../../src/entries/queue.ts';
import { redisLedger } from '../../src/entries/redis.ts';
import { LOCAL_KEY } from '../../src/ledger/ledger.ts';
import { program } from '../built/program.ts';
import { cuttableProxy, hasRedis, startRedis } from '../redis/server.ts';
import type { MachineSettings, SiteRecord } from './many-machines/settings.ts';
import { until } from './support.ts';

/** `BUYBOX_QUEUE_JOBS=10000 FC_SEED=7` repeats a run. */
const JOBS = Number(process.env.BUYBOX_QUEUE_JOBS ?? (isNightly ? 1_000 : 300));
const SEED = Number(process.env.FC_SEED);
const MACHINES = 8;
const MARKETPLACES = ['us', 'uk', 'ca', 'au'] as const;
const PACE = { concurrency: 3, minGapMs: 15, jitterMs: 0 };
const KILLS = isNightly ? 24 : 6;
const CREDITS = JOBS + 1_000;
const CUT_MS = 5_000;
/** No request is sent earlier than that before its time. */
const AHEAD_MS = 100;
const STREAM = 'buybox:{results:results}:stream';
const QUEUE = 'buybox:{q:calls}:calls';

/** Returns a function that returns the same numbers from 0 to 1 for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function* inputs(): Generator<JobInput> {
  for (let number = 1; number <= JOBS; number++) {
    const marketplace = MARKETPLACES[number % MARKETPLACES.length];
    yield {
      endpoint: 'product',
      params: { asin: `B0${String(number).padStart(8, '0')}`, marketplace },
      id: idOf(number),
    };
  }
}

function idOf(number: number): string {
  return `job-${number}`;
}

/** The processes that work on the queue. One that ends is replaced. */
class Machines {
  readonly #settings: MachineSettings;
  readonly events = new Map<string, number>();
  readonly #running: ChildProcess[] = [];
  kills = 0;

  constructor(settings: MachineSettings) {
    this.#settings = settings;
  }

  start(): void {
    const child = fork(program('machine'), [JSON.stringify(this.#settings)]);
    child.on('message', (type: string) => this.events.set(type, (this.events.get(type) ?? 0) + 1));
    this.#running.push(child);
  }

  /** Kills a process and starts another one. */
  replace(index: number): void {
    this.#running.splice(index, 1)[0]?.kill('SIGKILL');
    this.kills++;
    this.start();
  }

  /** Stops all processes. Returns their exit codes. */
  async stop(signal: NodeJS.Signals): Promise<unknown[]> {
    return Promise.all(
      this.#running.splice(0).map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
        const ended = once(child, 'exit');
        child.kill(signal);
        return (await ended)[0];
      }),
    );
  }
}

/** Returns how much earlier than its pace allows a request was sent, after any number of others [milliseconds]. */
function mostAhead(sent: readonly number[]): number {
  const [first = 0, ...others] = sent.toSorted((one, other) => one - other);
  let [due, ahead] = [first, 0];
  for (const at of others) {
    due += PACE.minGapMs;
    ahead = Math.max(ahead, due - at);
    due = Math.max(due, at);
  }
  return ahead;
}

describe.skipIf(!hasRedis)('eight processes that work on a queue', () => {
  it(`end each of ${JOBS} jobs once and charge it once, while they are killed, Redis is killed, and the network is cut`, {
    timeout: 1_800_000,
  }, async () => {
    console.log(`jobs: ${JOBS}, seed: ${SEED}`);
    await using stack = new AsyncDisposableStack();
    const random = randomOf(SEED);
    const folder = mkdtempSync(join(tmpdir(), 'buybox-machines-'));
    stack.defer(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'files'));
    const server = await startRedis({ appendOnly: true });
    stack.defer(() => server.stop());
    const network = await cuttableProxy(server.port);
    stack.defer(() => network.close());
    const site = fork(program('site'), ['100', '97', '83']);
    stack.defer(() => void site.kill());
    const [port] = (await once(site, 'message')) as [number];
    const client = stack.adopt(new Redis(server.url), (each) => each.disconnect());
    client.on('error', () => undefined);
    const ledger = stack.adopt(redisLedger(server.url), (each) => each.close());
    await ledger.addPack(LOCAL_KEY, {
      id: 'all',
      requests: CREDITS,
      purchasedAt: new Date(Date.now() - 1_000),
      validDays: 30,
      connections: 10 * MACHINES * 10,
    });
    await using queue = createQueue({ redis: server.url });
    expect(await queue.addAll(inputs())).toEqual({ added: JOBS, duplicates: 0, invalid: 0 });

    const began = performance.now();
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const machines = new Machines({
      ...{ redis: network.url, site: `http://127.0.0.1:${port}`, folder, pace: PACE, lockMs: 5_000, secret },
    });
    stack.defer(async () => void (await machines.stop('SIGKILL')));
    for (let index = 0; index < MACHINES; index++) machines.start();

    const kill = () => machines.replace(Math.floor(random() * MACHINES));
    const killRedis = async () => {
      await server.kill();
      kill();
      await sleep(500 + random() * 1_000);
      await server.restart();
    };
    const cutNetwork = async () => {
      network.cut();
      const before = random() * CUT_MS;
      await sleep(before);
      kill();
      await sleep(CUT_MS - before);
      network.heal();
    };
    // The events, and after which number of jobs they happen.
    const plan = [
      ...Array.from({ length: KILLS }, () => ({ after: JOBS * 0.95 * random(), act: kill })),
      { after: JOBS * (0.2 + 0.2 * random()), act: killRedis },
      { after: JOBS * (0.55 + 0.2 * random()), act: cutNetwork },
    ].sort((one, other) => one.after - other.after);
    for (const { after, act } of plan) {
      await until(async () => (await client.xlen(STREAM)) > after);
      await act();
    }
    const left = async () => {
      const { waiting, paced, active, delayed } = await queue.status();
      return waiting + paced + active + delayed;
    };
    await until(async () => (await left()) === 0, 1_200_000);
    const seconds = (performance.now() - began) / 1_000;
    expect(await machines.stop('SIGTERM')).toEqual(Array(MACHINES).fill(0));

    const entries = await client.xrange(STREAM, '-', '+');
    const record = (await (await fetch(`http://127.0.0.1:${port}/record`)).json()) as SiteRecord;
    const requests = Object.values(record.sent).flat().length;
    console.log(
      `${seconds.toFixed(0)} s, ${machines.kills} processes killed, ${requests} pages, ${record.webhooks.length} webhooks, events: ${JSON.stringify(Object.fromEntries(machines.events))}`,
    );

    // The stream: each job exactly once, with a result.
    const fields = entries.map(([, values]) => ({ key: values[1] ?? '', id: values[3] ?? '', outcome: values[9] }));
    expect(fields.map(({ id }) => id).sort()).toEqual(Array.from({ length: JOBS }, (_, at) => idOf(at + 1)).sort());
    expect(fields.filter(({ outcome }) => outcome !== 'succeeded')).toEqual([]);
    const keys = fields.map(({ key }) => key).sort();
    expect(new Set(keys).size).toBe(JOBS);

    // The other sinks: each job at least once, with the same key.
    const linesOf = (prefix: string) =>
      readdirSync(join(folder, prefix === 'handled-' ? '' : 'files'))
        .filter((name) => prefix !== 'handled-' || name.startsWith(prefix))
        .flatMap((name) => readFileSync(join(folder, prefix === 'handled-' ? '' : 'files', name), 'utf8').split('\n'));
    expect([...new Set(record.webhooks)].sort()).toEqual(keys);
    expect([...new Set(linesOf('handled-'))].filter((key) => key !== '').sort()).toEqual(keys);
    const written = linesOf('files').flatMap((line) => wholeKey(line) ?? []);
    expect([...new Set(written)].sort()).toEqual(keys);
    // The run has repeated something: otherwise it proves nothing.
    expect(record.webhooks.length).toBeGreaterThan(JOBS);

    // The credits: each job is charged once.
    await expect.poll(() => ledger.remaining(LOCAL_KEY)).toBe(CREDITS - JOBS);
    expect((await ledger.listPacks(LOCAL_KEY)).map(({ charged }) => charged)).toEqual([JOBS]);

    // The pace: no request is sent early, and never are there more at once than allowed.
    console.log(`most ahead: ${Object.values(record.sent).map(mostAhead).join(', ')} ms`);
    for (const sent of Object.values(record.sent)) expect(mostAhead(sent)).toBeLessThanOrEqual(AHEAD_MS);
    for (const most of Object.values(record.most)) expect(most).toBeLessThanOrEqual(PACE.concurrency);

    // Redis: nothing is left.
    expect(await queue.status()).toMatchObject({ waiting: 0, active: 0, delayed: 0, dead: 0 });
    for (const list of ['active', 'wait', 'stalled']) expect(await client.exists(`${QUEUE}:${list}`)).toBe(0);
    expect(await client.exists(...Array.from({ length: JOBS }, (_, at) => `${QUEUE}:${idOf(at + 1)}`))).toBe(0);
  });
});

/** Returns the key of a line of a file. A killed process can leave an incomplete one. */
function wholeKey(line: string): string | undefined {
  try {
    return (JSON.parse(line) as { key: string }).key;
  } catch {
    return undefined;
  }
}
