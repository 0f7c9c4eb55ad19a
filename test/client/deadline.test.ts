import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deadline } from '../../src/client/deadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the deadline of a call', () => {
  it('counts work and waiting separately', () => {
    using deadline = new Deadline(100, [], 50);
    vi.advanceTimersByTime(60);
    const endWait = deadline.wait();
    vi.advanceTimersByTime(49);
    endWait();
    vi.advanceTimersByTime(39);
    expect(deadline.signal.aborted).toBe(false);
    expect([deadline.workedMs, deadline.waitedMs]).toEqual([99, 49]);
    vi.advanceTimersByTime(1);
    expect(deadline.signal.reason).toMatchObject({ name: 'TimeoutError' });
    expect([deadline.hasTimedOut, deadline.hasWaitedTooLong]).toEqual([true, false]);
  });

  it('ends when all waits together take too long', () => {
    using deadline = new Deadline(1_000, [], 50);
    for (let wait = 0; wait < 2; wait++) {
      const endWait = deadline.wait();
      vi.advanceTimersByTime(20);
      endWait();
      vi.advanceTimersByTime(10);
    }
    deadline.wait();
    vi.advanceTimersByTime(9);
    expect(deadline.hasTimedOut).toBe(false);
    vi.advanceTimersByTime(1);
    expect(deadline.hasWaitedTooLong).toBe(true);
    expect([deadline.workedMs, deadline.waitedMs]).toEqual([20, 50]);
  });

  it('counts nothing after the end, and leaves no timer', () => {
    const deadline = new Deadline(100, [], 50);
    vi.advanceTimersByTime(10);
    const endWait = deadline.wait();
    vi.advanceTimersByTime(10);
    deadline[Symbol.dispose]();
    endWait();
    deadline.wait();
    vi.advanceTimersByTime(1_000);
    expect([deadline.workedMs, deadline.waitedMs, deadline.hasTimedOut]).toEqual([10, 10, false]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('aborts with the reason of the first source that aborts', async () => {
    const controller = new AbortController();
    using deadline = new Deadline(100, [new AbortController().signal, controller.signal]);
    const reason = new Error('enough');
    controller.abort(reason);
    expect(deadline.signal.reason).toBe(reason);
    await expect(deadline.race(new Promise(() => undefined))).rejects.toBe(reason);
    expect(deadline.hasTimedOut).toBe(false);
  });
});
