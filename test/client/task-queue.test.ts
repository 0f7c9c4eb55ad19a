import { AsyncLocalStorage } from 'node:async_hooks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TaskQueue } from '../../src/client/task-queue.ts';
import { runsOf } from '../runs.ts';

/** Lets everything happen that waits for nothing else. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A task that ends when the test says so. */
function heldTask() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let starts = 0;
  const run = () => {
    starts++;
    return promise;
  };
  return { run, resolve, reject, isStarted: () => starts === 1, starts: () => starts };
}

const reasonOf = (running: Promise<unknown>) => running.catch((error: unknown) => error);

describe('a queue of tasks', () => {
  it('starts a task at once if it is not full, and returns its result', async () => {
    const queue = new TaskQueue(2);
    const [first, second] = [heldTask(), heldTask()];
    const results = [queue.run(first.run), queue.run(second.run)];
    expect([first.isStarted(), second.isStarted(), queue.isFull]).toEqual([true, true, true]);
    first.resolve('one');
    second.resolve('two');
    expect(await Promise.all(results)).toEqual(['one', 'two']);
    expect([queue.running, queue.waiting, queue.isFull]).toEqual([0, 0, false]);
  });

  it.each(['rejects', 'throws'])('goes on after a task that %s, and passes the error on', async (how) => {
    const queue = new TaskQueue(1);
    const failure = new Error('broken');
    const failed = queue.run(
      how === 'rejects'
        ? () => Promise.reject(failure)
        : () => {
            throw failure;
          },
    );
    const next = queue.run(async () => 'next');
    await expect(failed).rejects.toBe(failure);
    expect(await next).toBe('next');
  });

  it('starts tasks in the order of their priorities, and those of the same priority in theirs', async () => {
    const priorities = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(priorities, fc.integer({ min: 1, max: 4 }), async (given, concurrency) => {
        const queue = new TaskQueue(concurrency);
        const running = Array.from({ length: concurrency }, heldTask);
        const started: number[] = [];
        const all = [
          ...running.map((task) => queue.run(task.run)),
          ...given.map((priority, index) =>
            queue.run(
              async () => {
                started.push(index);
              },
              { priority },
            ),
          ),
        ];
        expect(queue.waiting).toBe(given.length);
        for (const task of running) task.resolve('');
        await Promise.all(all);
        const expected = given.map((priority, index) => ({ priority, index }));
        expected.sort((a, b) => b.priority - a.priority || a.index - b.index);
        expect(started).toEqual(expected.map(({ index }) => index));
      }),
      runsOf(50),
    );
  });

  it('never runs more tasks than allowed, and starts every task that is not aborted, whatever ends and aborts', async () => {
    const step = fc.oneof(
      fc.record({ add: fc.integer({ min: 0, max: 2 }) }),
      fc.record({ end: fc.nat(30) }),
      fc.record({ abort: fc.nat(30) }),
      fc.record({ limit: fc.integer({ min: 1, max: 4 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.boolean(), async (steps, isSlow) => {
        const queue = new TaskQueue(1);
        const tasks: { held: ReturnType<typeof heldTask>; abort: AbortController; ran: Promise<unknown> }[] = [];
        let limit = 1;
        const live = () => tasks.filter(({ held }) => held.isStarted());
        const ended = new Set<(typeof tasks)[number]>();
        for (const action of steps) {
          if ('add' in action) {
            const [held, abort] = [heldTask(), new AbortController()];
            const ran = reasonOf(queue.run(held.run, { signal: abort.signal, priority: action.add }));
            tasks.push({ held, abort, ran });
          } else if ('limit' in action) {
            limit = action.limit;
            queue.concurrency = limit;
          } else if (tasks.length > 0) {
            const list = 'end' in action ? live() : tasks;
            const task = list[('end' in action ? action.end : action.abort) % Math.max(1, list.length)];
            if (task !== undefined && 'end' in action) task.held.resolve('');
            else task?.abort.abort('left');
            if (task !== undefined) ended.add(task);
          }
          if (!isSlow) continue;
          await settled();
          // A lower limit ends no task.
          const open = live().filter((task) => !ended.has(task)).length;
          expect(queue.running).toBe(open);
          expect(open < limit ? queue.waiting : 0).toBe(0);
        }
        for (let rest = 0; rest <= tasks.length; rest++) {
          await settled();
          for (const { held } of live()) held.resolve('');
        }
        for (const { held, abort } of tasks) expect(held.isStarted() || abort.signal.aborted).toBe(true);
        expect(tasks.every(({ held }) => held.starts() <= 1)).toBe(true);
        expect([queue.running, queue.waiting]).toEqual([0, 0]);
        await Promise.all(tasks.map(({ ran }) => ran));
      }),
      runsOf(60),
    );
  });

  it('does not start a task whose signal aborts before, while it waits, or when its turn begins', async () => {
    const queue = new TaskQueue(1);
    const [first, before, waiting, beginning] = [heldTask(), heldTask(), heldTask(), heldTask()];
    const [leaves, begins] = [new AbortController(), new AbortController()];
    const running = queue.run(first.run);
    const reasons = [
      reasonOf(queue.run(before.run, { signal: AbortSignal.abort('too late') })),
      reasonOf(queue.run(waiting.run, { signal: leaves.signal })),
      reasonOf(queue.run(beginning.run, { signal: begins.signal })),
    ];
    leaves.abort('left');
    expect(queue.waiting).toBe(1);
    // Raising the limit begins the turn; the task starts in a later tick.
    queue.concurrency = 2;
    begins.abort('gone');
    expect(await Promise.all(reasons)).toEqual(['too late', 'left', 'gone']);
    first.resolve('');
    await running;
    expect([before, waiting, beginning].filter((task) => task.isStarted())).toEqual([]);
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  it('ends the turn of a task that ignores its signal', async () => {
    const queue = new TaskQueue(1);
    const deaf = heldTask();
    const abort = new AbortController();
    const ran = reasonOf(queue.run(deaf.run, { signal: abort.signal }));
    const next = queue.run(async () => 'next');
    abort.abort('left');
    expect(await ran).toBe('left');
    expect(await next).toBe('next');
    // Its late failure is not an unhandled rejection.
    deaf.reject(new Error('late'));
    await settled();
  });

  it('runs each task in the context of its caller', async () => {
    const queue = new TaskQueue(1);
    const storage = new AsyncLocalStorage<number>();
    const seen = [1, 2, 3].map((number) => storage.run(number, () => queue.run(async () => storage.getStore())));
    expect(await Promise.all(seen)).toEqual([1, 2, 3]);
  });

  it('starts 20,000 waiting tasks, half of them of a higher priority', async () => {
    // Takes 0.2 s, and minutes if a list is searched or moved for each task.
    const queue = new TaskQueue(1);
    let count = 0;
    const task = async () => {
      count++;
    };
    await Promise.all(Array.from({ length: 20_000 }, (_, index) => queue.run(task, { priority: index % 2 })));
    expect(count).toBe(20_000);
  });
});
