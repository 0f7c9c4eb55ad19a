/** Threads that hang or die: their page fails with a typed error, another thread replaces them, and all other pages are read. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { InternalError, ParseError } from '../../../src/contract/errors.ts';
import type { PageInput } from '../../../src/local/page-input.ts';
import { WorkerPool } from '../../../src/local/workers/worker-pool.ts';
import { startBuilt } from '../../built/program.ts';
import { inputOf, inputs } from './pages.ts';

const URL_OF_PAGE = 'https://www.amazon.com/dp/B0LANTERN1';
/** The thread says how long the page is before it hangs: the limit of the page applies, not that of the longest one. */
const URL_OF_LATE = 'https://www.amazon.com/dp/BHANGLATE1';
const never = new AbortController().signal;

const pools: WorkerPool[] = [];
function poolOf(size: number, program = 'hostile-worker'): WorkerPool {
  const pool = new WorkerPool({ size, start: startBuilt(program), heapMb: 64 });
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

/** A page that makes its thread hang or die. */
function hostile(fault: string, parseTimeoutMs = 1, url = URL_OF_PAGE): PageInput {
  const input = inputOf(`<html>${fault}</html>`, url);
  return { ...input, context: { ...input.context, parseTimeoutMs } };
}

const good = inputs.find(({ requested }) => requested.page_type === 'product') as PageInput;

async function failureOf(read: Promise<unknown>): Promise<unknown> {
  return await read.then(
    () => 'no error',
    (error: unknown) => error,
  );
}

describe('a thread that hangs', () => {
  it.each([
    ['HANG', URL_OF_PAGE],
    ['REGEX', URL_OF_LATE],
  ])('is terminated after the limit and replaced: %s', async (fault, url) => {
    const pool = poolOf(1);
    const late = failureOf(pool.read(hostile(fault, 1, url), false, never));
    // This page waits for the thread that replaces it.
    const next = pool.read(good, false, never);
    const error = await late;
    expect(error).toBeInstanceOf(ParseError);
    expect(error).toMatchObject({ code: 'PARSE_TIMEOUT', retryable: false });
    expect((error as Error).message).toContain(url);
    await expect(next).resolves.toMatchObject({ found: true });
    expect(pool.threadCount).toBe(1);
  });

  it('delays no page of another thread', async () => {
    const pool = poolOf(2);
    const ended: string[] = [];
    const late = failureOf(pool.read(hostile('HANG', 1_000), false, never)).then(() => ended.push('late'));
    for (let page = 0; page < 3; page++) {
      await pool.read(good, false, never);
      ended.push('good');
    }
    await late;
    expect(ended).toEqual(['good', 'good', 'good', 'late']);
  });

  it('is terminated soon if its call is aborted, long before the limit', async () => {
    const pool = poolOf(1);
    await pool.read(good, false, never);
    const abort = new AbortController();
    const late = failureOf(pool.read(hostile('HANG', 1_000_000), false, abort.signal));
    const next = pool.read(good, false, never);
    const reason = new Error('enough');
    abort.abort(reason);
    expect(await late).toBe(reason);
    await expect(next).resolves.toMatchObject({ found: true });
    expect(pool.threadCount).toBe(1);
  });

  it('is terminated when the pool is closed', async () => {
    const pool = poolOf(2);
    const reads = ['HANG', 'HANG', 'HANG'].map((fault) =>
      failureOf(pool.read(hostile(fault, 1_000_000), false, never)),
    );
    await pool.read(good, false, AbortSignal.timeout(5_000)).catch(() => undefined);
    await pool.close();
    for (const error of await Promise.all(reads))
      expect(error).toMatchObject({ message: expect.stringContaining('terminated') });
    expect(pool.threadCount).toBe(0);
  });
});

describe('a thread that dies', () => {
  it('of a page that needs too much memory names the page and says what to do', async () => {
    const pool = poolOf(1);
    const error = await failureOf(pool.read(hostile('MEMORY', 60_000), false, never));
    expect(error).toBeInstanceOf(ParseError);
    expect((error as Error).message).toMatch(
      /^the page https:\S+B0LANTERN1 needs more than \d+ MB of memory .* look at it\.$/,
    );
    await expect(pool.read(good, false, never)).resolves.toMatchObject({ found: true });
    expect(pool.threadCount).toBe(1);
  });

  it.each(['EXIT', 'THROW'])('is replaced: %s', async (fault) => {
    const pool = poolOf(1);
    const ends = await Promise.allSettled(
      [hostile(fault), good, hostile(fault), good].map((page) => pool.read(page, false, never)),
    );
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    const [end] = ends;
    expect(end).toMatchObject({ reason: expect.any(InternalError) });
    expect(pool.threadCount).toBe(1);
  });
});

describe('a thread that cannot start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'buybox-start-'));
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  const marker = join(folder, 'starts');
  vi.stubEnv('TEST_WORKER_FILE', marker);

  it('leaves pages to the calling thread, with one warning', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    const pool = poolOf(2, 'broken-worker');
    const pages = await Promise.all([good, good, good].map((page) => pool.read(page, false, never)));
    expect(pages.map(({ found }) => found)).toEqual([true, true, true]);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  it('after others could is tried again, and is an error of the waiting pages if it never starts', async () => {
    writeFileSync(marker, '');
    const pool = poolOf(1, 'broken-worker');
    await pool.read(good, false, never);
    rmSync(marker);
    await failureOf(pool.read(hostile('EXIT'), false, never));
    const errors = await Promise.all([good, good].map((page) => failureOf(pool.read(page, false, never))));
    for (const error of errors)
      expect(error).toMatchObject({
        code: 'INTERNAL',
        retryable: true,
        message: expect.stringContaining('could be started'),
      });
    writeFileSync(marker, '');
    await expect(pool.read(good, false, never)).resolves.toMatchObject({ found: true });
  });
});

describe('aborted calls', () => {
  it('by the thousand start no threads beyond the size, leave no listeners, and keep the order of the others', async () => {
    const pool = poolOf(2);
    const order: number[] = [];
    const aborts = Array.from({ length: 2_000 }, () => new AbortController());
    const removed = aborts.map(({ signal }) => vi.spyOn(signal, 'removeEventListener'));
    const reads = aborts.map(({ signal }) => failureOf(pool.read(good, false, signal)));
    const kept = [0, 1, 2, 3].map((index) => pool.read(good, false, never).then(() => order.push(index)));
    for (const abort of aborts) abort.abort();
    for (const error of await Promise.all(reads)) expect(error).toMatchObject({ name: 'AbortError' });
    await Promise.all(kept);
    expect(pool.threadCount).toBeLessThanOrEqual(2);
    expect(removed.every((remove) => remove.mock.calls.length === 1)).toBe(true);
    expect([...order].sort()).toEqual([0, 1, 2, 3]);
  });

  it('of ordinary pages replace no thread', async () => {
    const pool = poolOf(1);
    await pool.read(good, false, never);
    const started = vi.fn();
    process.on('worker', started);
    for (let call = 0; call < 30; call++) {
      const abort = new AbortController();
      const read = failureOf(pool.read(good, false, abort.signal));
      abort.abort();
      await read;
    }
    await pool.read(good, false, never);
    process.off('worker', started);
    expect(started).not.toHaveBeenCalled();
  });

  it('release their thread to the page that waited longest', async () => {
    const pool = poolOf(1);
    await pool.read(good, false, never);
    const abort = new AbortController();
    const late = failureOf(pool.read(hostile('HANG', 1_000_000), false, abort.signal));
    const order: number[] = [];
    const reads = [0, 1, 2].map((index) => pool.read(good, false, never).then(() => order.push(index)));
    abort.abort();
    await Promise.all([late, ...reads]);
    expect(order).toEqual([0, 1, 2]);
  });
});

describe('a page that cannot be sent', () => {
  it('is an error, and the thread reads the next page', async () => {
    const pool = poolOf(1);
    const broken = { ...good, contentType: (() => '') as unknown as string };
    const ends = await Promise.all([broken, good].map((page) => failureOf(pool.read(page, false, never))));
    expect(ends[0]).toMatchObject({ code: 'INTERNAL', message: expect.stringContaining('could not be sent') });
    expect(ends[1]).toBe('no error');
  });
});
