import { afterEach, describe, expect, it, vi } from 'vitest';
import { UnavailableError } from '../../src/entries/index.ts';
import { FairQueue, type QueueLimits } from '../../src/service/gates/fair-queue.ts';

const NEVER = new AbortController().signal;

/** Returns a queue, and functions that add calls and end the oldest running one. */
function setUp(limits: Partial<QueueLimits> = {}) {
  const queue = new FairQueue({ concurrency: 1, maxQueue: 100, queueTimeoutMs: 60_000, ...limits });
  const started: string[] = [];
  const turns: Disposable[] = [];
  const takeTurn = async (key: string, signal: AbortSignal) => queue.begin(key) ?? (await queue.wait(key, signal));
  const add = (name: string, signal = NEVER) => {
    const key = name.charAt(0);
    const turn = takeTurn(key, signal).then((begun) => {
      started.push(name);
      turns.push(begun);
    });
    turn.catch(() => undefined);
    return turn;
  };
  const endOldest = async () => {
    turns.shift()?.[Symbol.dispose]();
    await settled();
  };
  const endAll = async () => {
    while (turns.length > 0) await endOldest();
  };
  return { queue, started, add, endOldest, endAll };
}

async function settled(): Promise<void> {
  for (let tick = 0; tick < 10; tick++) await Promise.resolve();
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the queue of the service', () => {
  it('starts calls at once while fewer run than it allows', async () => {
    const { queue, started, add } = setUp({ concurrency: 2 });
    for (const name of ['a1', 'a2', 'a3']) add(name);
    await settled();
    expect(started).toEqual(['a1', 'a2']);
    expect({ running: queue.running, waiting: queue.waiting }).toEqual({ running: 2, waiting: 1 });
  });

  it('gives the next turn to a key without running calls, however many calls of another key wait', async () => {
    const { started, add, endOldest } = setUp({ concurrency: 10 });
    for (let call = 1; call <= 45; call++) add(`a${call}`);
    add('b1');
    await settled();
    expect(started).toHaveLength(10);
    await endOldest();
    expect(started.at(-1)).toBe('b1');
  });

  it('lets keys take turns, and starts the calls of a key in the order of their arrival', async () => {
    const { started, add, endAll } = setUp();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) add(name);
    await settled();
    await endAll();
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('shares the running calls equally between keys', async () => {
    const { started, add, endOldest } = setUp({ concurrency: 4 });
    for (let call = 1; call <= 20; call++) add(`a${call}`);
    for (let call = 1; call <= 20; call++) add(`b${call}`);
    await settled();
    for (let turn = 0; turn < 4; turn++) await endOldest();
    const running = started.slice(-4).map((name) => name.charAt(0));
    expect(running.toSorted()).toEqual(['a', 'a', 'b', 'b']);
  });

  it('refuses a call when the queue is full, with the time until the next turn', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { queue, add, endOldest } = setUp({ concurrency: 2, maxQueue: 3 });
    add('a0');
    await settled();
    vi.advanceTimersByTime(8_000);
    await endOldest();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) add(name);
    const refused = add('a6');
    await expect(refused).rejects.toThrow(UnavailableError);
    // Two calls of 8 s run at once: the fourth waiting call starts after two rounds.
    await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 503, retryAfterMs: 16_000 });
    await expect(refused).rejects.toThrow(
      'the service is busy: 3 calls already wait for their turn. Try again in 16 s, or make fewer calls at once.',
    );
    expect({ waiting: queue.waiting, refused: queue.refused }).toEqual({ waiting: 3, refused: 1 });
  });

  it.each([
    [10, 1_000],
    [1_000_000, 60_000],
  ])('asks for a wait from 1 s to 60 s after calls of %i ms', async (durationMs, retryAfterMs) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { add, endOldest } = setUp({ maxQueue: 1 });
    add('a0');
    await settled();
    vi.advanceTimersByTime(durationMs);
    await endOldest();
    for (const name of ['a1', 'a2']) add(name);
    await expect(add('a3')).rejects.toMatchObject({ retryAfterMs });
  });

  it('makes room for another key when one key fills the queue', async () => {
    const { started, add, endAll } = setUp({ maxQueue: 3 });
    const calls = ['a1', 'a2', 'a3', 'a4'].map((name) => add(name));
    const other = add('b1');
    await expect(calls[3]).rejects.toThrow('the service is busy');
    const nextOfOther = add('b2');
    await expect(nextOfOther).rejects.toThrow('the service is busy');
    await settled();
    await endAll();
    await other;
    expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('refuses a call that waited too long', async () => {
    vi.useFakeTimers();
    const { queue, started, add, endOldest } = setUp({ queueTimeoutMs: 30_000 });
    add('a1');
    const late = add('a2');
    await vi.advanceTimersByTimeAsync(30_000);
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterMs: expect.any(Number) });
    await expect(late).rejects.toThrow('the service is busy: the call waited 30 s for its turn');
    await endOldest();
    expect(started).toEqual(['a1']);
    expect({ running: queue.running, waiting: queue.waiting, refused: queue.refused }).toEqual({
      running: 0,
      waiting: 0,
      refused: 1,
    });
  });

  it('drops a call whose caller disconnects while it waits', async () => {
    const { queue, started, add, endOldest } = setUp();
    const caller = new AbortController();
    add('a1');
    const left = add('a2', caller.signal);
    add('a3');
    await settled();
    caller.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await endOldest();
    expect(started).toEqual(['a1', 'a3']);
    expect(queue.refused).toBe(0);
  });

  it('does not start a call whose caller is gone already', async () => {
    const { queue, add, endAll } = setUp();
    add('a1');
    await expect(add('a2', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    await settled();
    await endAll();
    expect({ running: queue.running, waiting: queue.waiting }).toEqual({ running: 0, waiting: 0 });
  });
});
