/** Measures the overhead of `buybox serve`, compared with calls in process and with a bare Hono handler over the same marketplace. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createLocalMarketplace, httpPages } from '../src/entries/local.ts';
import { buyPack, createKey, PACK_SIZES, sqliteStore } from '../src/entries/service.ts';
import { median, type Print, percent, quantile } from './figures.ts';

const CONNECTIONS = 50;
const TURNS = 500;
const ROUNDS = 5;
const PACK = { requests: 1e9, purchasedAt: new Date(), validDays: 1, connections: CONNECTIONS };
const PATH = '/v1/product?asin=B0LANTERN1';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export interface ServiceResult {
  /** Median of the milliseconds per call, one call at a time. */
  oneAtATime: { inProcess: number; bareHandler: number; service: number };
  load: Load;
  /** Time that the service adds to the calls in process, as a share, with {@link CONNECTIONS} calls at once. */
  added: number;
  /** Share of the throughput of a bare Hono handler. */
  throughput: number;
  /** Share of the 99th percentile of a bare Hono handler. */
  p99: number;
}

/** Runs the benchmark and prints its results. `BENCH_SECONDS` is the duration of the load. @default 60 */
export async function benchService(print: Print): Promise<ServiceResult> {
  const seconds = Number(process.env.BENCH_SECONDS ?? 60);
  const [siteProcess, site] = await startTarget('site');
  const [bareProcess, bare] = await startTarget('bare', site);
  const service = await startService(site);
  await using marketplace = createLocalMarketplace({ pages: httpPages({ via: site }), packs: [PACK] });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const callBare = () => call(`${bare}${PATH}`, {}, agent);
  const callService = () => call(`${service.url}${PATH}`, { 'x-api-key': service.key }, agent);
  const callInProcess = async () => {
    await marketplace.product({ asin: 'B0LANTERN1' });
    return 200;
  };
  try {
    await turns([callInProcess, callBare, callService]);
    const times = await turns([callInProcess, callBare, callService]);
    const [inProcess = 0, bareHandler = 0, served = 0] = times.map(median);
    print(
      `\none at a time, median: ${inProcess.toFixed(2)} ms in process, ${bareHandler.toFixed(2)} ms bare Hono handler, ${served.toFixed(2)} ms buybox serve`,
    );
    const long = await load(callService, seconds);
    print(`${CONNECTIONS} connections, ${seconds} s: ${describe(long)}`);
    const result = { load: long, oneAtATime: { inProcess, bareHandler, service: served } };
    return { ...result, ...(await loadsInTurns([callInProcess, callBare, callService], seconds / 10, print)) };
  } finally {
    agent.destroy();
    siteProcess.disconnect();
    bareProcess.disconnect();
    await service.stop();
  }
}

/** Makes many calls at once in process, with the bare handler and with the service. */
async function loadsInTurns(
  calls: readonly (() => Promise<number>)[],
  seconds: number,
  print: Print,
): Promise<Pick<ServiceResult, 'added' | 'throughput' | 'p99'>> {
  const rounds: { added: number; throughput: number; p99: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const loads: Load[] = [];
    // They take turns, so that a slow machine affects all of them.
    for (const one of calls) loads.push(await load(one, seconds));
    const [inProcess, bare, served] = loads;
    if (inProcess === undefined || bare === undefined || served === undefined)
      throw new Error('expected three kinds of calls');
    rounds.push({
      added: inProcess.rate / served.rate - 1,
      throughput: served.rate / bare.rate,
      p99: served.p99 / bare.p99,
    });
  }
  const added = median(rounds.map((round) => round.added));
  const throughput = median(rounds.map((round) => round.throughput));
  const p99 = median(rounds.map((round) => round.p99));
  print(
    `${CONNECTIONS} at once, median of ${ROUNDS} rounds: buybox serve adds ${percent(added)} to the time of the calls in process (expected: at most 25 %)`,
  );
  print(`compared with a bare Hono handler: throughput ${percent(throughput)}, p99 ${percent(p99)}`);
  return { added, throughput, p99 };
}

async function startTarget(target: string, site = ''): Promise<[ChildProcess, string]> {
  const child = fork(file('./service-target.ts'), { env: { ...process.env, BENCH_TARGET: target, BENCH_SITE: site } });
  const [url] = (await once(child, 'message')) as [string];
  return [child, url];
}

async function startService(site: string): Promise<{ url: string; key: string; stop: () => Promise<void> }> {
  const data = mkdtempSync(join(tmpdir(), 'buybox-bench-'));
  const store = sqliteStore(join(data, 'buybox.db'));
  const { id, key } = await createKey(store, 'bench', Date.now());
  await buyPack(store, id, PACK_SIZES['2000000'], Date.now());
  await store.close();
  const args = ['serve', '--port', '0', '--data', data, '--via', site, '--concurrency', String(CONNECTIONS)];
  const log = openSync(join(data, 'log.ndjson'), 'a');
  const child = spawn(process.execPath, [file('../src/cli/cli.ts'), ...args], { stdio: ['ignore', log, 'pipe'] });
  const stderr = child.stderr as Readable;
  let text = '';
  for await (const chunk of stderr.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (/dashboard .*\n/.test(text)) break;
  }
  stderr.resume();
  const url = /backend at (\S+)/.exec(text)?.[1];
  if (url === undefined) throw new Error(`buybox serve did not start: ${text}`);
  const stop = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(data, { recursive: true });
  };
  return { url, key, stop };
}

/** Makes a call and reads the whole response. Returns its status. */
function call(url: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers, agent }, (response) => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode ?? 0))
        .on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

/** Returns the milliseconds of each call. The kinds of calls take turns, one call at a time. */
async function turns(calls: readonly (() => Promise<number>)[]): Promise<number[][]> {
  const times = calls.map((): number[] => []);
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [index, one] of calls.entries()) {
      const start = performance.now();
      if ((await one()) !== 200) throw new Error('a call failed');
      times[index]?.push(performance.now() - start);
    }
  }
  return times;
}

interface Load {
  calls: number;
  errors: number;
  /** Calls per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

async function load(one: () => Promise<number>, seconds: number): Promise<Load> {
  const times: number[] = [];
  let errors = 0;
  const start = performance.now();
  const until = start + seconds * 1000;
  const lane = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      const status = await one().catch(() => 0);
      if (status !== 200) errors++;
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return {
    calls: times.length,
    errors,
    rate: times.length / ((performance.now() - start) / 1000),
    p50: median(times),
    p99: quantile(times, 0.99),
  };
}

function describe({ calls, errors, rate, p50, p99 }: Load): string {
  return `${calls} calls, ${errors} errors, ${rate.toFixed(0)} calls/s, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`;
}
