/** The threads run the file of the test build, so that `npm test` needs no package. `test/package/workers.long.test.ts` starts those of the package. */
import { afterAll, describe, expect, it } from 'vitest';
import { BlockedError, MarketplaceError, ParseError, TransportError } from '../../../src/contract/errors.ts';
import { type PageInput, readInput } from '../../../src/local/page-input.ts';
import { WorkerPool } from '../../../src/local/workers/worker-pool.ts';
import { compressed, inputOf, inputs } from './pages.ts';

const pool = new WorkerPool({ size: 2 });
afterAll(() => pool.close());

const never = new AbortController().signal;
const URL = 'https://www.amazon.com/dp/B0LANTERN1';

/** Returns the page, or the members of the error. */
async function outcome(read: () => unknown): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    return {
      class: error.constructor,
      ...error.toJSON(),
      cause: error.cause instanceof Error ? error.cause.message : undefined,
    };
  }
}

async function inPlace(input: PageInput): Promise<unknown> {
  return outcome(() => readInput(input));
}

describe('a worker pool', () => {
  it('reads every fixture with the same result as in place, including errors', async () => {
    const read = await Promise.all(inputs.map((input) => outcome(() => pool.read(input, false, never))));
    expect(read).toEqual(await Promise.all(inputs.map(inPlace)));
    expect(read.filter((one) => typeof one === 'object' && one !== null && 'class' in one).length).toBeGreaterThan(5);
  });

  it('moves compressed bytes to the thread', async () => {
    const [input] = inputs;
    if (input === undefined) throw new Error('there are no fixtures');
    const packed = compressed(input);
    const { found } = await pool.read(packed, true, never);
    expect(found).toBe(true);
    expect((packed.body as Uint8Array).byteLength).toBe(0);
  });

  it('does not move bytes that it does not own', async () => {
    const [input] = inputs;
    if (input === undefined) throw new Error('there are no fixtures');
    const body = new TextEncoder().encode(String(input.body));
    expect((await pool.read({ ...input, body }, false, never)).found).toBe(true);
    expect(body.byteLength).toBeGreaterThan(0);
    // A view of a larger buffer is copied, even if it may be moved.
    const view = new Uint8Array([...body, 0]).subarray(0, -1);
    expect((await pool.read({ ...input, body: view }, true, never)).found).toBe(true);
    expect(view.byteLength).toBe(body.byteLength);
  });

  it('keeps the class, the members and the cause of an error', async () => {
    const broken = { ...inputOf(new Uint8Array([1, 2, 3]), URL), compression: { encoding: 'gzip', maxBytes: 100 } };
    const failure = await pool.read(broken, false, never).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TransportError);
    expect(failure).toMatchObject({ code: 'TRANSPORT_ERROR', retryable: true });
    expect((failure as Error).cause).toMatchObject({ message: expect.any(String), code: 'Z_DATA_ERROR' });
    const short = { ...inputOf('short', URL), context: { url: URL, status: 200 } };
    const block = await pool.read(short, false, never).catch((error: unknown) => error);
    expect(block).toBeInstanceOf(BlockedError);
    expect((block as Error).cause).toBeInstanceOf(ParseError);
    expect((block as Error).stack).toContain('page-worker');
  });

  it('drops a page whose call was aborted, and continues', async () => {
    const abort = new AbortController();
    const reason = new Error('enough');
    const reads = inputs.slice(0, 6).map((input) => pool.read(input, false, abort.signal));
    abort.abort(reason);
    const ends = await Promise.allSettled(reads);
    expect(ends).toEqual(ends.map(() => ({ status: 'rejected', reason })));
    await expect(pool.read(inputOf('', URL), false, abort.signal)).rejects.toBe(reason);
    await expect(inputs[0] && pool.read(inputs[0], false, never)).resolves.toMatchObject({ found: true });
  });

  it('rejects all pages when it is closed', async () => {
    const short = new WorkerPool({ size: 1 });
    const reads = inputs.slice(0, 3).map((input) => short.read(input, false, never));
    const ends = Promise.allSettled(reads);
    await short.close();
    for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason: { retryable: false } });
    await expect(inputs[0] && short.read(inputs[0], false, never)).rejects.toThrow('terminated');
  });
});
