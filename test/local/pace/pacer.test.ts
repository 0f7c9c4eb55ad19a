import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLocalMarketplace } from '../../../src/entries/local.ts';
import { backoffOf } from '../../../src/local/pace/pace.ts';
import { Pacer, pacerOf } from '../../../src/local/pace/pacer.ts';
import { DEFAULT_PACE, type Pace } from '../../../src/sources/page-source.ts';

const never = new AbortController().signal;
const BACKOFF = { firstMs: 2_000, longestMs: 120_000 };
/** A call that nobody observes. */
const call = { wait: () => () => undefined };

function pacerWith(pace: Partial<Pace>): Pacer {
  return new Pacer({ concurrency: 1, minGapMs: 0, jitterMs: 0, ...pace }, BACKOFF);
}

/** Starts tasks. Returns a list to which each task adds its start time. */
function starts(pacer: Pacer, host: string, count: number): number[] {
  const began: number[] = [];
  for (let index = 0; index < count; index++) {
    void pacer.run(host, call, never, async () => {
      began.push(performance.now());
    });
  }
  return began;
}

describe('the pace', () => {
  let start = 0;
  beforeEach(() => {
    vi.useFakeTimers();
    start = performance.now();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Returns how long the host makes a call wait. */
  const waitOf = async (pacer: Pacer) => {
    const asked = performance.now();
    let began: number | undefined;
    void pacer.run('a', call, never, async () => {
      began = performance.now();
    });
    while (began === undefined) await vi.advanceTimersByTimeAsync(1);
    // The last step of the clock may be too much.
    return Math.max(0, began - asked);
  };

  it('keeps a gap between requests to the same host, and none between hosts', async () => {
    const pacer = pacerWith({ concurrency: 5, minGapMs: 40 });
    const began = starts(pacer, 'a', 4);
    const elsewhere = starts(pacer, 'b', 1);
    await vi.advanceTimersByTimeAsync(200);
    expect(began.map((time) => time - start)).toEqual([0, 40, 80, 120]);
    expect(elsewhere.map((time) => time - start)).toEqual([0]);
  });

  it('adds a random time to each gap, up to the jitter', async () => {
    vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.5).mockReturnValueOnce(0.9);
    const began = starts(pacerWith({ minGapMs: 40, jitterMs: 10 }), 'a', 4);
    await vi.advanceTimersByTimeAsync(200);
    expect(began.map((time) => time - start)).toEqual([0, 40, 85, 134]);
  });

  it('limits concurrent requests', async () => {
    const pacer = pacerWith({ concurrency: 2 });
    let running = 0;
    let most = 0;
    const all = Promise.all(
      Array.from({ length: 8 }, () =>
        pacer.run('a', call, never, async () => {
          most = Math.max(most, ++running);
          await new Promise((resolve) => setTimeout(resolve, 5));
          running--;
        }),
      ),
    );
    await vi.advanceTimersByTimeAsync(20);
    await all;
    expect(most).toBe(2);
  });

  it('backs off twice as long after each failure, until a page arrives', async () => {
    const pacer = pacerWith({});
    expect(await waitOf(pacer)).toBe(0);
    expect(pacer.backOff('a')).toBe(2_000);
    expect(await waitOf(pacer)).toBe(2_000);
    expect(pacer.backOff('a')).toBe(4_000);
    expect(await waitOf(pacer)).toBe(4_000);
    pacer.reset('a');
    expect(pacer.backOff('a', 500)).toBe(500);
    expect(await waitOf(pacer)).toBe(500);
  });

  it('waits no longer than the longest back-off, also if Retry-After asks for more', () => {
    const pacer = new Pacer(DEFAULT_PACE, { firstMs: 100, longestMs: 150 });
    expect([pacer.backOff('a'), pacer.backOff('a', 600_000)]).toEqual([100, 150]);
  });

  it('counts failures during a back-off once: only a longer Retry-After makes it longer', async () => {
    const pacer = pacerWith({});
    expect([pacer.backOff('a'), pacer.backOff('a'), pacer.backOff('a', 500)]).toEqual([2_000, 2_000, 2_000]);
    await vi.advanceTimersByTimeAsync(500);
    expect([pacer.backOff('a'), pacer.backOff('a', 3_000)]).toEqual([1_500, 3_000]);
    expect(await waitOf(pacer)).toBe(3_000);
    expect(pacer.backOff('a')).toBe(4_000);
  });

  it('never waits after a failure when the back-off is switched off', async () => {
    const pacer = new Pacer({ concurrency: 1, minGapMs: 0, jitterMs: 0 }, backoffOf(false));
    expect(pacer.backOff('a')).toBeUndefined();
    expect(pacer.backOff('a', 60_000)).toBeUndefined();
    expect(await waitOf(pacer)).toBe(0);
  });

  it('is not used for a source without a pace, unless a back-off is set', async () => {
    expect(pacerOf({}, undefined)).toBeUndefined();
    expect(pacerOf({ backoff: false }, undefined)).toBeUndefined();
    const pacer = pacerOf({ backoff: { firstMs: 7 } }, undefined) as Pacer;
    const began = starts(pacer, 'a', 50);
    await vi.advanceTimersByTimeAsync(0);
    expect(began).toHaveLength(50);
    expect(pacer.backOff('a')).toBe(7);
  });

  it('tells each call that waits its reason, its position and the expected wait', async () => {
    const pacer = pacerWith({ minGapMs: 1_000, jitterMs: 500 });
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const waits: unknown[] = [];
    const ends: string[] = [];
    const watched = (name: string) => ({
      wait: (details: object) => {
        waits.push({ name, ...details });
        return () => ends.push(name);
      },
    });
    for (const name of ['first', 'second', 'third']) void pacer.run('a', watched(name), never, async () => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(waits).toEqual([
      { name: 'second', reason: 'pace', position: 1, wait_ms: 1_000 },
      { name: 'third', reason: 'pace', position: 2, wait_ms: 2_250 },
    ]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ends).toContain('third');
    pacer.backOff('a', 9_000);
    void pacer.run('a', watched('fourth'), never, async () => undefined);
    expect(waits.at(-1)).toEqual({ name: 'fourth', reason: 'backoff', position: 1, wait_ms: 9_000 });
  });

  it('ends the wait on an abort, with the reason of the signal', async () => {
    const pacer = pacerWith({ minGapMs: 60_000 });
    await pacer.run('a', call, never, async () => undefined);
    const controller = new AbortController();
    const reason = new Error('enough');
    const waiting = expect(pacer.run('a', call, controller.signal, async () => undefined)).rejects.toBe(reason);
    const queued = expect(pacer.run('a', call, controller.signal, async () => undefined)).rejects.toBe(reason);
    controller.abort(reason);
    await Promise.all([waiting, queued]);
    await turnOfLoop();
  });

  it.each([
    [{ concurrency: 0 }, 'pace.concurrency'],
    [{ minGapMs: -1 }, 'pace.minGapMs'],
    [{ jitterMs: Number.NaN }, 'pace.jitterMs'],
  ])('rejects %o and names %s', (wrong, parameter) => {
    expect(() => createLocalMarketplace({ pace: wrong })).toThrow(
      expect.objectContaining({ parameter, code: 'INVALID_CONFIGURATION' }),
    );
  });

  it('rejects a back-off that is not valid, and names it', () => {
    expect(() => createLocalMarketplace({ backoff: { firstMs: -1 } })).toThrow(
      expect.objectContaining({ parameter: 'backoff.firstMs' }),
    );
  });
});
