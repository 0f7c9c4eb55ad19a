import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool, types } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../../../checks/is-nightly.ts';
import { type PostgresWatchStoreOptions, postgresWatchStore, type StoredTarget } from '../../../src/entries/watch.ts';
import { program } from '../../built/program.ts';
import { cuttableProxy } from '../../redis/server.ts';
import { change, HOUR, look, START, target, visit } from '../visits.ts';
import { hasPostgres, PASSWORD, type PostgresServer, startPostgres } from './postgres-server.ts';

const KILLS = isNightly ? 30 : 8;

let server: PostgresServer;
beforeAll(async () => {
  if (hasPostgres) server = await startPostgres();
});
afterAll(() => server?.stop());

let schemas = 0;
const freshSchema = () => `test_${schemas++}`;

/** Opens a store that is closed at the end of the test. */
function opened(options: PostgresWatchStoreOptions = {}, postgres: string | Pool = server.url) {
  const store = postgresWatchStore(postgres, { schema: freshSchema(), ...options });
  return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() });
}

/** Runs statements of the test's own. */
async function rowsOf(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const unavailable = { code: 'UNAVAILABLE', retryable: true };

describe.skipIf(!hasPostgres)('postgresWatchStore', () => {
  it('keeps its tables in its schema', async () => {
    await using store = opened({ schema: undefined });
    await store.add([target('a')]);
    const tables = await rowsOf(
      "SELECT DISTINCT table_schema FROM information_schema.tables WHERE table_name LIKE 'watch%'",
    );
    expect(tables).toEqual([{ table_schema: 'buybox_watch' }]);
    expect(await rowsOf('SELECT nspname FROM pg_namespace WHERE nspname = $1', ['buybox_watch'])).toHaveLength(1);
  });

  it('keeps what it stored when it is opened again', async () => {
    const schema = freshSchema();
    const first = visit('a', 1, look(START, { price: 20, currency: 'USD' }));
    {
      await using store = opened({ schema });
      await store.add([target('a')]);
      await store.record(first);
    }
    await using store = opened({ schema });
    expect((await store.target('a'))?.state).toEqual(first.state);
    expect(await store.history({ target: 'a', field: 'bb_price' })).toMatchObject([{ value: 20 }]);
  });

  it('creates the tables once when many processes begin at the same time', async () => {
    const schema = freshSchema();
    const stores = Array.from({ length: 10 }, () => opened({ schema }));
    await Promise.all(stores.map((store, index) => store.add([target(`t${index}`)])));
    await Promise.all(stores.map((store) => store.close()));
    expect(await rowsOf(`SELECT count(*)::int AS n FROM ${schema}.watch_targets`)).toEqual([{ n: 10 }]);
  });

  it('refuses tables of a newer release', async () => {
    const schema = freshSchema();
    await using store = opened({ schema });
    await store.spent('total');
    await rowsOf(`UPDATE ${schema}.schema_versions SET version = 99`);
    await using later = opened({ schema });
    await expect(later.spent('total')).rejects.toMatchObject({
      ...{ code: 'UNAVAILABLE', retryable: false },
      message: expect.stringContaining('has version 99'),
    });
  });

  it('orders ids by code points, and stores texts and numbers exactly', async () => {
    await using store = opened();
    const ids = ['B', 'a', 'Ä', '\u{1f600}', '\ufffd'].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    await store.add(ids.toReversed().map((id) => target(id, { extra: { nul: '\0' } })));
    const found: StoredTarget[] = [];
    for await (const one of store.targets()) found.push(one);
    expect(found.map(({ id }) => id)).toEqual(ids);
    expect(found[0]?.extra).toEqual({ nul: '\0' });
    await store.record(
      visit('a', 1, look(START, { price: 0.1 + 0.2, currency: 'USD', seller: { id: 'S', name: 'a\0b' } })),
    );
    expect(await store.history({ target: 'a', field: 'bb_price' })).toMatchObject([{ value: 0.1 + 0.2 }]);
    expect(await store.summary({ target: 'a' })).toMatchObject({ sellers: [{ seller: { id: 'S', name: 'a\0b' } }] });
  });

  it('lets one of two processes record each visit', async () => {
    const VISITS = 150;
    const schema = freshSchema();
    const processes = [recorder(schema, VISITS), recorder(schema, VISITS)];
    expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0]);
    const recorded = processes.flatMap(({ recorded }) => recorded).sort((a, b) => a - b);
    expect(recorded).toEqual(Array.from({ length: VISITS }, (_, index) => index + 1));
    expect(await wholeVisits(schema)).toBe(VISITS);
  });

  it(`records nothing in half when processes are killed ${KILLS} times`, async () => {
    const schema = freshSchema();
    const recorded: number[] = [];
    for (let kill = 0; kill < KILLS / 2; kill++) {
      const processes = [recorder(schema), recorder(schema)];
      await Promise.race(processes.map(({ begun }) => begun));
      await sleep(Math.random() * 100);
      for (const { process } of processes) process.kill('SIGKILL');
      await Promise.all(processes.map(({ ended }) => ended));
      recorded.push(...processes.flatMap((one) => one.recorded));
    }
    const visits = await wholeVisits(schema);
    expect(new Set(recorded).size).toBe(recorded.length);
    expect(Math.max(...recorded)).toBeLessThanOrEqual(visits);
    // A process can be killed once between a record and its report.
    expect(recorded.length).toBeGreaterThanOrEqual(visits - KILLS);
  });

  it('adds the same targets from many processes, whatever their order', async () => {
    const schema = freshSchema();
    const stores = Array.from({ length: 4 }, () => opened({ schema }));
    const targets = Array.from({ length: 300 }, (_, index) => target(`t${index}`));
    await Promise.all(stores.map((store, index) => store.add(index % 2 === 0 ? targets : targets.toReversed())));
    expect(await rowsOf(`SELECT count(*)::int AS n FROM ${schema}.watch_targets`)).toEqual([{ n: 300 }]);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('records again what the server has undone because of another transaction', async () => {
    const schema = freshSchema();
    await using store = opened({ schema });
    await store.add([target('a')]);
    await store.record(visit('a', 1, look(START)));
    const other = new Client({ connectionString: server.url });
    await other.connect();
    // Both wait for each other. The server ends the one that looks first: not this one.
    await other.query(`SET deadlock_timeout = '60s'; BEGIN; SELECT * FROM ${schema}.watch_spend FOR UPDATE`);
    const record = store.record(visit('a', 2, look(START + HOUR), { changes: [change('c1', START)] }));
    const waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    await expect.poll(async () => (await rowsOf(waiting)).length).toBe(1);
    // Succeeds only when the server has undone the record.
    await other.query(`SELECT * FROM ${schema}.watch_targets FOR UPDATE`);
    await other.query('ROLLBACK');
    await other.end();
    expect(await record).toBe(true);
    expect(await store.spent('total')).toBe(2);
  });

  it('does not wait longer than the time limit for the lock of another program', async () => {
    const schema = freshSchema();
    await using store = opened({ schema, timeoutMs: 200 });
    await store.add([target('a')]);
    const other = new Client({ connectionString: server.url });
    await other.connect();
    await other.query(`BEGIN; SELECT * FROM ${schema}.watch_targets FOR UPDATE`);
    await expect(store.record(visit('a', 1, look(START)))).rejects.toMatchObject(unavailable);
    await other.query('ROLLBACK');
    await other.end();
    expect(await store.record(visit('a', 1, look(START)))).toBe(true);
  });

  it.each(['a URL', 'a pool'])('works again after a restart of the server, with %s', async (kind) => {
    const pool = new Pool({ connectionString: server.url });
    pool.on('error', () => undefined);
    await using store = opened({}, kind === 'a URL' ? server.url : pool);
    await store.add([target('a')]);
    const reading = store.changes()[Symbol.asyncIterator]();
    await server.kill();
    await expect(store.record(visit('a', 1, look(START)))).rejects.toMatchObject(unavailable);
    await expect(reading.next()).rejects.toMatchObject(unavailable);
    await server.restart();
    await expect.poll(() => store.record(visit('a', 1, look(START))).catch(() => undefined)).toBe(true);
    await pool.end();
  });

  it('fails, and does not end the process, when the connection is lost in the middle of a statement', async () => {
    const schema = freshSchema();
    await using store = opened({ schema });
    await store.add([target('a')]);
    const other = new Client({ connectionString: server.url });
    await other.connect();
    await other.query(`BEGIN; SELECT * FROM ${schema}.watch_targets FOR UPDATE`);
    const record = store.record(visit('a', 1, look(START), { changes: [change('c1', START)] }));
    const failure = expect(record).rejects.toMatchObject(unavailable);
    const waiting = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    await expect.poll(async () => (await rowsOf(waiting)).length).toBe(1);
    await failure;
    await other.end();
    expect(await store.record(visit('a', 1, look(START)))).toBe(true);
  });

  it('fails when the network loses all packets, works again after that, and can be closed meanwhile', async () => {
    const proxy = await cuttableProxy(server.port);
    const url = Object.assign(new URL(server.url), { port: new URL(proxy.url).port }).href;
    const store = opened({ timeoutMs: 100 }, url);
    await store.add([target('a')]);
    proxy.stall();
    await expect(store.record(visit('a', 1, look(START)))).rejects.toMatchObject(unavailable);
    proxy.heal();
    expect(await store.record(visit('a', 1, look(START)))).toBe(true);
    proxy.stall();
    await store.close();
    await proxy.close();
  });

  it('leaves the pool of the user open, and its connections as they were', async () => {
    const pool = new Pool({ connectionString: server.url, max: 1 });
    const store = opened({}, pool);
    await store.add([target('a')]);
    await store.close();
    await store.close();
    await expect(store.target('a')).rejects.toMatchObject({ code: 'UNAVAILABLE', retryable: false });
    const settings = "SELECT current_setting('search_path') AS path, current_setting('statement_timeout') AS timeout";
    expect((await pool.query(settings)).rows).toEqual([{ path: '"$user", public', timeout: '0' }]);
    await pool.end();
  });

  it('ends the connections that it opened', async () => {
    const store = opened();
    await store.add([target('a')]);
    const open = "SELECT pid FROM pg_stat_activity WHERE application_name = 'buybox'";
    expect(await rowsOf(open)).not.toEqual([]);
    await store.close();
    await expect.poll(() => rowsOf(open)).toEqual([]);
  });

  it('reads numbers also if the program has other parsers of pg', async () => {
    const parsers = [20, 701].map((oid) => [oid, types.getTypeParser(oid)] as const);
    for (const [oid] of parsers) types.setTypeParser(oid, (value) => BigInt(Math.trunc(Number(value))));
    try {
      await using store = opened();
      await store.add([target('a')]);
      await store.record(visit('a', 1, look(START, { price: 9.5, currency: 'USD' })));
      expect(await store.target('a')).toMatchObject({ every_ms: HOUR });
      expect(await store.range({ target: 'a', field: 'bb_price' })).toMatchObject({ last: 9.5 });
    } finally {
      for (const [oid, parser] of parsers) types.setTypeParser(oid, parser as (value: string) => unknown);
    }
  });

  it.each([
    ['a wrong password', (url: URL) => Object.assign(url, { password: 'wr0ng' }), /password is wrong/],
    ['an unknown user', (url: URL) => Object.assign(url, { username: 'nobody' }), /password is wrong/],
    ['a missing password', (url: URL) => Object.assign(url, { password: '' }), /needs a password/],
    ['an unknown database', (url: URL) => Object.assign(url, { pathname: '/missing' }), /database does not exist/],
    [
      'TLS that the server does not use',
      (url: URL) => Object.assign(url, { search: '?sslmode=verify-full' }),
      /does not use TLS/,
    ],
  ])('names %s, and shows no secret', async (_, changed, message) => {
    await using store = opened({}, changed(new URL(server.url)).href);
    const error = await store.target('a').catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: 'INVALID_CONFIGURATION', message: expect.stringMatching(message) });
    const { message: shown, cause } = error as Error;
    for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), 'wr0ng'])
      expect(`${shown} ${cause} ${JSON.stringify(cause)}`).not.toContain(secret);
  });

  it('names the right that a user lacks, and needs none to create what exists', async () => {
    await rowsOf("CREATE ROLE reader LOGIN PASSWORD 'r'");
    const url = Object.assign(new URL(server.url), { username: 'reader', password: 'r' }).href;
    const schema = freshSchema();
    await using refused = opened({ schema }, url);
    await expect(refused.target('a')).rejects.toMatchObject({
      code: 'INVALID_CONFIGURATION',
      message: expect.stringContaining('Grant CREATE on the database'),
    });
    await using owner = opened({ schema });
    await owner.add([target('a')]);
    await rowsOf(`GRANT USAGE ON SCHEMA ${schema} TO reader; GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO reader`);
    expect(await refused.record(visit('a', 1, look(START, { price: 1, currency: 'USD' })))).toBe(true);
  });
});

interface Recorder {
  process: ChildProcess;
  /** Numbers of the visits that it has recorded. */
  recorded: number[];
  /** Resolves at the first one. */
  begun: Promise<void>;
  /** Resolves with its exit code. */
  ended: Promise<number | null>;
}

/** Starts a process that records visits of the target `a`. */
function recorder(schema: string, until = 1_000_000): Recorder {
  const child = spawn(process.execPath, [program('recorder'), server.url, schema, `${until}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const recorded: number[] = [];
  let text = '';
  const begun = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = (text + chunk).split('\n');
      text = lines.pop() ?? '';
      recorded.push(...lines.map(Number));
      if (recorded.length > 0) resolve();
    });
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { process: child, recorded, begun, ended };
}

/** Returns the number of visits of the target `a`, after a check that each has all its parts. */
async function wholeVisits(schema: string): Promise<number> {
  const from = (table: string, where = 'true') => `(SELECT count(*)::int FROM ${schema}.${table} WHERE ${where})`;
  const [row] =
    await rowsOf(`SELECT visits::int, (state::json ->> 'visits')::int AS state, ${from('watch_observations')} AS observations,
    ${from('watch_observations', 'is_last = 1')} AS last, ${from('watch_changes')} / 2.0::float8 AS changes, ${from('watch_deliveries')} AS deliveries,
    ${from('watch_envelopes')} / 2.0::float8 AS envelopes,
    (SELECT credits::int FROM ${schema}.watch_spend WHERE period = 'total') AS credits FROM ${schema}.watch_targets`);
  const visits = Number(row?.visits);
  const parts = {
    visits,
    state: visits,
    observations: visits,
    last: 1,
    changes: visits,
    deliveries: visits,
    envelopes: visits,
  };
  expect(row).toEqual({ ...parts, credits: visits });
  return visits;
}
