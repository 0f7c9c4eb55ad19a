import { describe, expect, it } from 'vitest';
import { DEFAULT_PACE, Pacer, paceOf } from '../../src/local/pace.ts';

const never = new AbortController().signal;

/** Starts tasks. Returns a list to which each task adds its start time. */
function starts(pacer: Pacer, host: string, count: number): number[] {
  const began: number[] = [];
  for (let index = 0; index < count; index++) {
    void pacer.run(host, never, async () => {
      began.push(Date.now());
    });
  }
  return began;
}

describe('the pace', () => {
  it('keeps a gap between requests to the same host, and none between hosts', async () => {
    const pacer = new Pacer({ concurrency: 5, minGapMs: 40, jitterMs: 10 }, Date.now);
    const began = starts(pacer, 'a', 4);
    const elsewhere = starts(pacer, 'b', 1);
    await expect.poll(() => began.length).toBe(4);
    // A busy machine starts a request late, which shortens the gap to the next one: three gaps of 40 ms take at least two.
    expect((began[3] ?? 0) - (began[0] ?? 0)).toBeGreaterThanOrEqual(80);
    expect(elsewhere[0] ?? 0).toBeLessThan(began[3] ?? 0);
  });

  it('limits concurrent requests', async () => {
    const pacer = new Pacer({ concurrency: 2, minGapMs: 0, jitterMs: 0 }, Date.now);
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        pacer.run('a', never, async () => {
          most = Math.max(most, ++running);
          await new Promise((resolve) => setTimeout(resolve, 5));
          running--;
        }),
      ),
    );
    expect(most).toBe(2);
  });

  it('backs off longer after each failure, until a page arrives', async () => {
    let now = 1_000_000;
    const pacer = new Pacer({ concurrency: 1, minGapMs: 0, jitterMs: 0 }, () => now);
    const waitOf = async () => {
      const controller = new AbortController();
      const waiting = pacer.run('a', controller.signal, async () => 'began');
      const state = await Promise.race([waiting, new Promise((resolve) => setTimeout(() => resolve('waits'), 10))]);
      controller.abort(new Error('enough'));
      await waiting.catch(() => undefined);
      return state;
    };
    expect(await waitOf()).toBe('began');
    pacer.backOff('a');
    expect(await waitOf()).toBe('waits');
    now += 2_001;
    expect(await waitOf()).toBe('began');
    pacer.backOff('a');
    now += 2_001;
    expect(await waitOf()).toBe('waits');
    now += 2_000;
    expect(await waitOf()).toBe('began');
    pacer.reset('a');
    pacer.backOff('a', 500);
    now += 501;
    expect(await waitOf()).toBe('began');
  });

  it('ends the wait on an abort, with the reason of the signal', async () => {
    const pacer = new Pacer({ concurrency: 1, minGapMs: 60_000, jitterMs: 0 }, Date.now);
    await pacer.run('a', never, async () => undefined);
    const controller = new AbortController();
    const waiting = pacer.run('a', controller.signal, async () => undefined);
    const queued = pacer.run('a', controller.signal, async () => undefined);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow();
    await expect(queued).rejects.toThrow();
  });

  it.each([
    [{ concurrency: 0 }, 'pace.concurrency'],
    [{ minGapMs: -1 }, 'pace.minGapMs'],
    [{ jitterMs: Number.NaN }, 'pace.jitterMs'],
  ])('rejects %o and names %s', (wrong, parameter) => {
    expect(() => paceOf(wrong, DEFAULT_PACE)).toThrow(
      expect.objectContaining({ parameter, code: 'INVALID_CONFIGURATION' }),
    );
  });
});
