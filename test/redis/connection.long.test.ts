import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BadRequestError, UnavailableError } from '../../src/entries/index.ts';
import { resultsOf } from '../../src/redis/client.ts';
import { type RedisConnection, redisConnection } from '../../src/redis/connection.ts';
import { script } from '../../src/redis/script.ts';
import type { RedisTarget } from '../../src/redis/target.ts';
import { type CuttableProxy, cuttableProxy, freePort, hasRedis, type RedisServer, startRedis } from './server.ts';

const COUNT = script('count', "return redis.call('INCR', KEYS[1])");
const SET = script('set', "redis.call('SET', KEYS[1], ARGV[1]) return ARGV[1]");

describe.skipIf(!hasRedis)('redisConnection', () => {
  let server: RedisServer;
  let proxy: CuttableProxy;
  const opened: RedisConnection[] = [];
  const open = (target: RedisTarget, options: { prefix?: string; waitMs?: number } = {}) => {
    const connection = redisConnection(target, options);
    opened.push(connection);
    return connection;
  };
  const count = (connection: RedisConnection) => connection.run<number>(COUNT, ['n'], []);
  const failure = (connection: RedisConnection) => count(connection).catch((error: unknown) => error);

  beforeAll(async () => {
    server = await startRedis({ appendOnly: true });
    proxy = await cuttableProxy(server.port);
  });
  afterEach(async () => {
    proxy.heal();
    await Promise.all(opened.splice(0).map((connection) => connection.close()));
  });
  afterAll(async () => {
    await proxy.close();
    await server.stop();
  });

  it('runs scripts, commands and pipelines, also after the server has forgotten the scripts', async () => {
    const connection = open(server.url);
    expect(await connection.run(SET, ['a'], ['1'])).toBe('1');
    await connection.command('SCRIPT', 'FLUSH');
    expect(await connection.run(SET, ['a'], ['2'])).toBe('2');
    expect(await connection.use((client) => resultsOf(client.pipeline().get('a').strlen('a')))).toEqual(['2', 1]);
    expect(await connection.command('GET', 'a')).toBe('2');
  });

  it('sends the text of a script once', async () => {
    const connection = open(server.url);
    const fresh = script('fresh', `return '${Math.random()}'`);
    await connection.command('CONFIG', 'RESETSTAT');
    for (let call = 0; call < 5; call++) await connection.run(fresh, [], []);
    const stats = await connection.command<string>('INFO', 'commandstats');
    expect(/cmdstat_eval:calls=(\d+)/.exec(stats)?.[1]).toBe('1');
    expect(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1]).toBe('5');
  });

  it.each(['cut', 'stall', 'mute'] as const)(
    'waits while the network is gone (%s), and continues by itself',
    async (how) => {
      const connection = open(proxy.url, { waitMs: 20_000 });
      await connection.run(SET, ['b'], ['1']);
      proxy[how]();
      const waiting = connection.run(SET, ['b'], ['2']);
      const isDone = await Promise.race([waiting.then(() => true), laterFalse()]);
      expect(isDone).toBe(false);
      proxy.heal();
      expect(await waiting).toBe('2');
    },
  );

  it.each(['cut', 'stall', 'mute'] as const)(
    'fails after waitMs while the network is gone (%s), and works afterwards',
    async (how) => {
      const connection = open(proxy.url, { waitMs: 1_500 });
      await connection.run(SET, ['b'], ['1']);
      proxy[how]();
      const error = await failure(connection);
      expect(error).toBeInstanceOf(UnavailableError);
      expect(error).toMatchObject({
        retryable: true,
        message: expect.stringContaining('could not be used for 1500 ms'),
      });
      proxy.heal();
      await expect.poll(() => connection.run(SET, ['b'], ['2']).catch(() => 'lost')).toBe('2');
    },
  );

  it('executes nothing later that failed while there was no connection', async () => {
    const connection = open(proxy.url, { waitMs: 1_500 });
    const direct = open(server.url);
    await connection.command('PING');
    const before = await direct.command('GET', 'n');
    proxy.cut();
    for (let call = 0; call < 3; call++) expect(await failure(connection)).toBeInstanceOf(UnavailableError);
    proxy.heal();
    await expect.poll(() => connection.command('PING').catch(() => 'lost')).toBe('PONG');
    expect(await direct.command('GET', 'n')).toBe(before);
  });

  it('waits for a server that is killed and started again', async () => {
    const connection = open(server.url, { waitMs: 20_000 });
    await connection.run(SET, ['c'], ['before']);
    await server.kill();
    const waiting = connection.command('GET', 'c');
    await server.restart();
    expect(await waiting).toBe('before');
  });

  it('ends a wait when its signal aborts', async () => {
    const connection = open(proxy.url, { waitMs: 60_000 });
    await connection.run(SET, ['b'], ['1']);
    proxy.stall();
    const signal = AbortSignal.timeout(100);
    await expect(connection.run(SET, ['b'], ['2'], { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it.each(['cut', 'stall', 'open'] as const)(
    'closes while the network is %s, and fails the commands that wait',
    async (how) => {
      const connection = open(proxy.url, { waitMs: 60_000 });
      await connection.run(SET, ['b'], ['1']);
      if (how !== 'open') proxy[how]();
      const waiting = connection.command('BLPOP', 'none', 0).catch((error: unknown) => error);
      await connection.close();
      expect(await waiting).toBeInstanceOf(UnavailableError);
      await expect(count(connection)).rejects.toMatchObject({
        retryable: false,
        message: expect.stringContaining('closed'),
      });
    },
  );

  it('fails at once for a wrong password, without showing it', async () => {
    const secured = await startRedis({ settings: ['--requirepass', 'right-password'] });
    try {
      const wrong = secured.url.replace('//', '//:wrong-password@');
      const error = await failure(open(wrong, { waitMs: 60_000 }));
      expect(error).toBeInstanceOf(BadRequestError);
      expect(error).toMatchObject({
        code: 'INVALID_CONFIGURATION',
        message: expect.stringContaining('password is wrong'),
      });
      const missing = await failure(open(secured.url, { waitMs: 60_000 }));
      expect(missing).toMatchObject({
        code: 'INVALID_CONFIGURATION',
        message: expect.stringContaining('needs a password'),
      });
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('wrong-password');
      expect(await count(open(secured.url.replace('//', '//:right-password@')))).toBe(1);
    } finally {
      await secured.stop();
    }
  });

  it('says that a URL is not that of a Redis server', async () => {
    const http = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
    await new Promise((resolve) => http.once('listening', resolve));
    const { port } = http.address() as AddressInfo;
    try {
      expect(await failure(open(`redis://127.0.0.1:${port}`, { waitMs: 5_000 }))).toMatchObject({
        code: 'INVALID_CONFIGURATION',
        message: expect.stringContaining('does not respond as a Redis server'),
      });
    } finally {
      http.close();
    }
  });

  it('names the server and the reason when nothing listens there', async () => {
    const url = `redis://user:secret-word@127.0.0.1:${await freePort()}`;
    const error = await failure(open(url, { waitMs: 2_000 }));
    expect(error).toMatchObject({
      name: 'UnavailableError',
      message: expect.stringMatching(
        /^redis: "redis:\/\/\*\*\*@127\.0\.0\.1:\d+" could not be used for 2000 ms: connect ECONNREFUSED/,
      ),
    });
    expect(inspect(error, { depth: 9 })).not.toContain('secret-word');
  });

  it('waits for a replica that becomes the master, and fails if it does not', async () => {
    const replica = await startRedis({ settings: ['--replicaof', '127.0.0.1', `${server.port}`] });
    try {
      expect(await failure(open(replica.url, { waitMs: 2_000 }))).toMatchObject({
        name: 'UnavailableError',
        retryable: true,
        message: expect.stringContaining('READONLY'),
      });
      const waiting = open(replica.url, { waitMs: 60_000 }).run(SET, ['d'], ['1']);
      await open(replica.url).command('REPLICAOF', 'NO', 'ONE');
      expect(await waiting).toBe('1');
    } finally {
      await replica.stop();
    }
  });

  it('fails at once when the memory of the server is full', async () => {
    const full = await startRedis({ settings: ['--maxmemory', '1', '--maxmemory-policy', 'noeviction'] });
    try {
      expect(await failure(open(full.url, { waitMs: 5_000 }))).toMatchObject({
        name: 'UnavailableError',
        retryable: true,
        message: expect.stringContaining('its memory is full'),
      });
    } finally {
      await full.stop();
    }
  });

  it('executes nothing later on the client of a caller that failed while it had no connection', async () => {
    const client = new Redis(proxy.url, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
    client.on('error', () => undefined);
    try {
      const connection = open(client, { waitMs: 500 });
      await expect.poll(() => client.status).toBe('ready');
      const before = await connection.command('GET', 'n');
      proxy.cut();
      await expect.poll(() => client.status).not.toBe('ready');
      for (let call = 0; call < 3; call++) expect(await failure(connection)).toBeInstanceOf(UnavailableError);
      proxy.heal();
      await expect.poll(() => connection.command('PING').catch(() => 'lost')).toBe('PONG');
      expect(await connection.command('GET', 'n')).toBe(before);
    } finally {
      client.disconnect();
    }
  });

  it('uses the client of a caller, and leaves it open', async () => {
    const client = new Redis(server.url);
    try {
      const connection = open(client);
      expect(await connection.run(SET, ['e'], ['1'])).toBe('1');
      await connection.close();
      expect(await client.get('e')).toBe('1');
      expect(client.listenerCount('ready')).toBe(0);
    } finally {
      client.disconnect();
    }
  });
});

const laterFalse = () => new Promise<false>((resolve) => setTimeout(() => resolve(false), 300));
