import { describe, expect, it } from 'vitest';
import { FIXTURE_TIME, virtualClock } from '../../src/entries/testing.ts';

describe('virtualClock', () => {
  it('stands still until it is advanced', async () => {
    const clock = virtualClock('2026-11-20T12:00:00Z');
    expect(clock.now()).toBe(FIXTURE_TIME);
    await clock.advance(1_500);
    expect(clock.now() - FIXTURE_TIME).toBe(1_500);
    await clock.advanceTo('2026-11-21T12:00:00Z');
    expect(clock.now() - FIXTURE_TIME).toBe(86_400_000);
    await expect(clock.advanceTo(FIXTURE_TIME)).rejects.toThrow('is in the past: the clock cannot go back');
  });

  it('runs what is due in order, also what it sets itself', async () => {
    const clock = virtualClock(0);
    const seen: string[] = [];
    const every = async (name: string, ms: number) => {
      for (;;) {
        await clock.sleep(ms);
        seen.push(`${name}${clock.now()}`);
      }
    };
    void every('a', 20);
    void every('b', 30);
    await clock.advance(60);
    expect(seen).toEqual(['a20', 'b30', 'a40', 'b60', 'a60']);
    expect(clock.waiting).toBe(2);
  });

  it('ends a sleep when its signal aborts', async () => {
    const clock = virtualClock(0);
    const controller = new AbortController();
    const slept = clock.sleep(10, controller.signal);
    controller.abort(new Error('enough'));
    await expect(slept).rejects.toThrow('enough');
    await expect(clock.sleep(10, controller.signal)).rejects.toThrow('enough');
    expect(clock.waiting).toBe(0);
  });

  it('runs until a promise settles', async () => {
    const clock = virtualClock(0);
    const work = async () => {
      for (let hour = 0; hour < 24 * 30; hour++) await clock.sleep(3_600_000);
      return 'a month';
    };
    expect(await clock.runUntil(work())).toBe('a month');
    expect(clock.now()).toBe(30 * 86_400_000);
    await expect(clock.runUntil(Promise.reject(new Error('at once')))).rejects.toThrow('at once');
  });

  it('refuses what is not a time', async () => {
    expect(() => virtualClock('soon')).toThrow('start: "soon" is not a time');
    await expect(virtualClock().advance(-1)).rejects.toThrow('ms: -1 is not valid');
  });
});
