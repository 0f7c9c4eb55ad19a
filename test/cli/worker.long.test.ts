import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../src/deliver/webhook-signature.ts';
import { readResults } from '../../src/entries/queue.ts';
import { sqliteWatchStore } from '../../src/entries/watch.ts';
import { openReceiver } from '../queue/results/results.ts';
import { cuttableProxy, hasRedis, type RedisServer, startRedis } from '../redis/server.ts';
import { asins, BLOCKED, Folder, type Market, openMarket } from './batch/market.ts';
import { type Program, start, until } from './batch/process.ts';
import { run } from './run.ts';

const SECRET = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;

describe.skipIf(!hasRedis)('a queue on the command line', () => {
  let server: RedisServer;
  let client: Redis;
  let market: Market;
  const folder = new Folder();
  const workers: Program[] = [];

  beforeAll(async () => {
    server = await startRedis({ appendOnly: true });
    client = new Redis(server.url);
    market = await openMarket(() => 20);
  });
  beforeEach(async () => {
    for (const { child } of workers.splice(0)) child.kill('SIGKILL');
    await client.flushall();
  });
  afterAll(async () => {
    for (const { child } of workers) child.kill('SIGKILL');
    client.disconnect();
    await market[Symbol.asyncDispose]();
    await server.stop();
    folder[Symbol.dispose]();
  });

  const worker = (...flags: string[]) => {
    const program = start(['worker', '--redis', server.url, ...market.flags, '--grace', '5s', ...flags]);
    workers.push(program);
    return program;
  };
  const parsed = (out: string): unknown => (out === '' || out.startsWith('<') ? undefined : JSON.parse(out));
  /** Runs a command of the installed program to its end, and returns the JSON that it printed. */
  async function installed(...args: string[]) {
    const program = start([...args, '--redis', server.url]);
    program.child.stdin?.end();
    const code = await program.exit;
    return { code, out: program.out(), err: program.err(), value: parsed(program.out()) };
  }
  /** The same in this process, which is faster. */
  async function buybox(...args: string[]) {
    const { code, out, err } = await run(...args, '--redis', server.url);
    return { code, out, err, value: parsed(out) };
  }
  const enqueue = (inputs: readonly string[], ...flags: string[]) =>
    buybox('enqueue', folder.write('inputs.txt', inputs.join('\n')), ...flags);
  const stop = async ({ child, exit }: Program) => {
    child.kill('SIGTERM');
    return exit;
  };
  /** Reads so many results of the stream. */
  async function take(count: number): Promise<string[]> {
    const found: string[] = [];
    for await (const { params, acknowledge } of readResults({ redis: server.url })) {
      found.push('asin' in params ? params.asin : '');
      await acknowledge();
      if (found.length === count) break;
    }
    return found;
  }

  it('makes the calls of a watch', async () => {
    const file = folder.write('watched.txt', asins(20).join('\n'));
    const flags = ['--queue', 'watch', '--stream', 'looks', '--marketplace', 'de'];
    const rules = ['--when', 'price_below=100000', '--once', '--every', '1s'];
    worker('--queue', 'watch', '--results', 'stream:looks');
    const round = () => installed('watch', file, '--db', folder.at('watch.db'), ...rules, ...flags);
    const asked = market.asked();
    const first = await round();
    expect(first.code, first.err).toBe(0);
    expect(market.asked() - asked).toBe(20);
    expect((await buybox('queue', 'status', '--queue', 'watch')).value).toMatchObject({ waiting: 0, dead: 0 });
    const store = sqliteWatchStore(folder.at('watch.db'));
    const visits: [string, number | undefined][] = [];
    for await (const { id, state } of store.targets()) visits.push([id, state?.visits]);
    await store.close();
    expect(visits).toEqual(asins(20).map((asin) => [`product:${asin}:de`, 1]));
  });

  it('adds the calls of a file, makes them, and delivers each result to the stream once', async () => {
    const inputs = asins(30);
    const list = folder.write('all.txt', [...inputs, inputs[0] ?? '', 'nothing'].join('\n'));
    const added = await installed('enqueue', list);
    expect(added).toMatchObject({ code: 1, value: { added: 30, duplicates: 1, invalid: 1 } });
    expect(added.err).toContain('line 32: ');
    expect((await installed('queue', 'status')).value).toMatchObject({
      name: 'calls',
      waiting: 30,
      active: 0,
      paused: false,
    });
    const program = worker();
    expect(new Set(await take(30))).toEqual(new Set(inputs));
    expect(await stop(program)).toBe(0);
    const lines = program
      .out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ msg }) => msg === 'job ended')).toHaveLength(30);
    expect(lines[0]).toMatchObject({ level: 'info', msg: 'worker takes jobs', queue: 'calls' });
    expect(program.err()).toContain('stopping: running jobs have 5 s');
    expect((await buybox('queue', 'status')).value).toMatchObject({ waiting: 0, active: 0, dead: 0 });
  });

  it('only checks a file with --check', async () => {
    const { code, err } = await enqueue(['B0LANTERN1', 'nothing'], '--check');
    expect([code, err]).toEqual([1, expect.stringContaining('product      1')]);
    expect((await buybox('queue', 'status')).value).toMatchObject({ waiting: 0 });
  });

  it('writes results into files, and a second worker finishes what a killed one left', async () => {
    const inputs = asins(60);
    await enqueue(inputs);
    const results = folder.at('results');
    const flags = ['--results', `ndjson:${results}`, '--concurrency', '4', '--take-over', '1s'];
    const first = worker(...flags);
    await until(() => first.out().includes('job ended'));
    first.child.kill('SIGKILL');
    await first.exit;
    const second = worker(...flags);
    const found = () =>
      readdirSync(results).flatMap((name) => readFileSync(join(results, name), 'utf8').split('\n').slice(0, -1));
    const asinsIn = () => new Set(found().map((line): string => JSON.parse(line).request.params.asin));
    await until(() => asinsIn().size === 60);
    expect(await stop(second)).toBe(0);
    const keys = new Set(found().map((line): string => JSON.parse(line).key));
    expect(keys.size).toBe(60);
    expect(readdirSync(results).every((name) => name.endsWith('.ndjson'))).toBe(true);
  });

  it('sends results to a webhook, and holds the jobs while it fails', async () => {
    let isUp = false;
    await using receiver = await openReceiver((_, response) => void response.writeHead(isUp ? 200 : 500).end());
    await enqueue(asins(8));
    const program = start(
      ['worker', '--redis', server.url, ...market.flags, '--results', receiver.url, '--concurrency', '2'],
      { env: { BUYBOX_WEBHOOK_SECRET: SECRET } },
    );
    workers.push(program);
    await until(() => program.out().includes('results wait'));
    await expect.poll(async () => (await buybox('queue', 'status')).value).toMatchObject({ active: 2, waiting: 6 });
    isUp = true;
    const ids = () => new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
    await until(() => ids().size === 8);
    for (const { body, headers } of receiver.requests) verifyWebhook({ body, headers, secret: SECRET });
    expect(await stop(program)).toBe(0);
    expect(program.out()).not.toContain('secret-path');
  });

  it('holds the workers while nobody reads the stream', async () => {
    await enqueue(asins(20));
    worker('--max-unread', '5', '--concurrency', '3');
    await expect.poll(() => client.xlen('buybox:{results:results}:stream')).toBe(5);
    await expect.poll(async () => (await buybox('queue', 'status')).value).toMatchObject({ active: 3, waiting: 12 });
    expect(new Set(await take(20)).size).toBe(20);
  });

  it('lists dead letters, prints the page of one, and adds them again', async () => {
    await enqueue([BLOCKED], '--attempts', '1');
    worker();
    let rows: { id: string; code: string }[] = [];
    await expect.poll(async () => (rows = (await buybox('queue', 'dead')).value as typeof rows)).toHaveLength(1);
    expect(rows[0]).toMatchObject({ endpoint: 'product', marketplace: 'us', code: 'CAPTCHA', attempts: 1 });
    const page = await buybox('queue', 'dead', '--page', rows[0]?.id ?? '');
    expect(page.out).toMatch(/^<!doctype html>|^<html|^</i);
    expect((await buybox('queue', 'dead', '--code', 'PARSER_ERROR')).value).toEqual([]);
    expect((await buybox('queue', 'dead', '--page', 'unknown')).code).toBe(2);
    expect((await buybox('queue', 'pause')).value).toEqual({ queue: 'calls', paused: true });
    expect((await buybox('queue', 'retry', '--code', 'CAPTCHA')).value).toEqual({ retried: 1 });
    expect((await buybox('queue', 'status')).value).toMatchObject({ paused: true, waiting: 1, dead: 0 });
    expect((await buybox('queue', 'resume')).value).toEqual({ queue: 'calls', paused: false });
    await expect.poll(async () => (await buybox('queue', 'status')).value).toMatchObject({ dead: 1 });
    expect((await buybox('queue', 'remove')).code).toBe(2);
    expect((await buybox('queue', 'remove', rows[0]?.id ?? '')).value).toEqual({ removed: 1 });
  });

  it('repeats the calls of a file, and stops one', async () => {
    expect((await enqueue(asins(3), '--every', '1h')).value).toEqual({ repeated: 3, invalid: 0 });
    const rows = (await buybox('queue', 'repeats')).value as { id: string; every: string }[];
    expect(rows.map(({ every }) => every)).toEqual(['3600 s', '3600 s', '3600 s']);
    const id = rows[0]?.id ?? '';
    expect((await buybox('queue', 'repeats', '--stop', id)).value).toEqual({ id, stopped: true });
    expect((await buybox('queue', 'repeats')).value).toHaveLength(2);
  });

  it('spends one budget with all workers', async () => {
    await enqueue(asins(12));
    const before = market.asked();
    const programs = [1, 2].map(() => worker('--budget', '6/total', '--concurrency', '2'));
    await until(() => programs.every(({ out }) => out().includes('worker pauses')));
    await expect.poll(() => market.asked() - before).toBe(6);
    expect((await buybox('queue', 'status')).value).toMatchObject({ dead: 0 });
    expect(await Promise.all(programs.map(stop))).toEqual([0, 0]);
    expect((await buybox('queue', 'status')).value).toMatchObject({ waiting: 6, active: 0 });
  });

  it('serves its metrics', async () => {
    const program = worker('--metrics-port', '0');
    await until(() => /metrics at \S+/.test(program.err()));
    const [, url = ''] = /metrics at (\S+)/.exec(program.err()) ?? [];
    expect(await (await fetch(url)).text()).toContain('# TYPE');
    expect(await stop(program)).toBe(0);
  });

  it('says once that Redis is away, and takes jobs when it is back', async () => {
    const network = await cuttableProxy(server.port);
    network.cut();
    const flags = ['--redis', network.url, ...market.flags];
    const [logging, quiet] = [start(['worker', ...flags]), start(['worker', '--no-log', ...flags])];
    workers.push(logging, quiet);
    const losses = () => logging.out().match(/"level":"error".*/g) ?? [];
    const why = `redis: \\\\?"${network.url}\\\\?" cannot be used: .*\\. Check the URL, and that the server runs\\.`;
    await until(() => losses().length > 0 && quiet.err().includes('cannot be used'));
    const attempts = network.connections();
    await until(() => network.connections() > attempts + 8);
    expect(losses()).toEqual([expect.stringMatching(`"code":"UNAVAILABLE","message":"${why}`)]);
    expect(quiet.err()).toMatch(new RegExp(`^error: ${why}.*\n$`));
    for (const { out, err } of [logging, quiet]) expect(out() + err()).not.toMatch(/takes jobs|INTERNAL/);
    network.heal();
    await until(() => logging.err().includes('takes jobs') && quiet.err().includes('takes jobs'));
    expect(logging.out()).toContain('"msg":"worker takes jobs"');
    expect(await Promise.all([logging, quiet].map(stop))).toEqual([0, 0]);
    await network.close();
  });

  it('ends with 2 for a wrong password, without showing it', async () => {
    const wrong = start(['worker', '--redis', server.url.replace('//', '//user:hunter22@'), ...market.flags]);
    expect(await wrong.exit).toBe(2);
    expect(wrong.err()).toContain('the user name or the password is wrong. Correct the URL.');
    expect(wrong.out() + wrong.err()).not.toMatch(/takes jobs|INTERNAL|hunter22/);
  });

  it('ends with 2 without a server, and with 1 when the server does not respond', async () => {
    const without = start(['queue', 'status']);
    expect([await without.exit, without.err()]).toEqual([2, expect.stringContaining('Set BUYBOX_REDIS_URL.')]);
    const gone = start(['queue', 'status', '--redis', 'redis://user:secret@127.0.0.1:1']);
    expect([await gone.exit, gone.err()]).toEqual([1, expect.stringContaining('UNAVAILABLE')]);
    expect(gone.err()).not.toContain('secret');
  });
});
