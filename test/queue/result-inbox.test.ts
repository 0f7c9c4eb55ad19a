import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UnavailableError } from '../../src/entries/index.ts';
import { openInbox as open } from '../../src/queue/marketplace/result-inbox.ts';
import type { ReadEntry } from '../../src/queue/results/stream-reader.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;

/** A stream in memory, and an inbox that reads it. */
function openInbox(isWaited: (id: string) => boolean = () => false) {
  const incoming: (ReadEntry | Error)[] = [];
  let wake = Promise.withResolvers<void>();
  const acknowledged: string[] = [];
  const discarded = new Map<string, (() => void) | undefined>();
  const errors: unknown[] = [];
  const ending = new AbortController();
  const reader = {
    async next(): Promise<ReadEntry | undefined> {
      while (incoming.length === 0) await wake.promise;
      const next = incoming.shift();
      if (next instanceof Error) throw next;
      return next;
    },
    acknowledge: async ({ id }: { id: string }) => void acknowledged.push(id),
    caughtUp: async () => undefined,
    close: async () => undefined,
  };
  const inbox = open({
    reader,
    isOwn: (id) => id.startsWith('own'),
    onResult: ({ id }) => isWaited(id),
    discard: (id, onGone) => void discarded.set(id, onGone),
    onError: (error) => void errors.push(error),
    signal: ending.signal,
  });
  /** Adds a result to the stream. Its entry has the id of the job in front. */
  const arrive = async (id: string, { agoMs = 0, error = false } = {}) => {
    const outcome = error ? { error: { code: 'BLOCKED' } } : { envelope: {} };
    incoming.push({ id: `${NOW - agoMs}-${id}`, result: { id, ...outcome }, deliveries: 1 } as unknown as ReadEntry);
    await turn();
  };
  const turn = async () => {
    wake.resolve();
    wake = Promise.withResolvers();
    await vi.advanceTimersByTimeAsync(0);
  };
  const fail = async (error: Error) => {
    incoming.push(error);
    await turn();
  };
  return {
    inbox,
    arrive,
    fail,
    discarded,
    errors,
    acknowledged: () => acknowledged.map((id) => id.replace(/^\d+-/, '')),
  };
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

it('acknowledges results of others at once, those that a call has after 5 seconds, and the rest an hour after they came', async () => {
  const { inbox, arrive, acknowledged } = openInbox((id) => id === 'own waited');
  for (const id of ['foreign', 'own waited', 'own early']) await arrive(id);
  await arrive('own later', { agoMs: HOUR / 2 });
  await arrive('own old', { agoMs: 2 * HOUR });
  expect(acknowledged()).toEqual(['foreign', 'own old']);
  expect(inbox.take('own old')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(acknowledged().slice(2)).toEqual(['own waited']);
  expect(inbox.take('own early')).toMatchObject({ id: 'own early' });
  expect(inbox.take('own early')).toMatchObject({ id: 'own early' });
  await vi.advanceTimersByTimeAsync(6_000);
  expect(acknowledged().slice(3)).toEqual(['own early']);
  expect(inbox.take('own early')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(HOUR / 2);
  expect(acknowledged().slice(4)).toEqual(['own later']);
});

it('keeps the newest 2,000 results', async () => {
  const { inbox, arrive, acknowledged } = openInbox();
  for (let number = 0; number < 2_003; number++) await arrive(`own ${number}`);
  expect(acknowledged()).toEqual(['own 0', 'own 1', 'own 2']);
  expect(inbox.take('own 2')).toBeUndefined();
  expect(inbox.take('own 3')).toBeDefined();
});

it('acknowledges a failure that a call has when its dead letter is gone, and gives it once', async () => {
  const { inbox, arrive, discarded, acknowledged } = openInbox((id) => id === 'own waited');
  await arrive('own waited', { error: true });
  await arrive('own early', { error: true });
  expect(inbox.take('own waited')).toBeUndefined();
  expect([...discarded]).toEqual([
    ['own waited', expect.any(Function)],
    ['own early', undefined],
  ]);
  expect(inbox.take('own early')).toMatchObject({ error: { code: 'BLOCKED' } });
  expect(inbox.take('own early')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(acknowledged()).toEqual([]);
  for (const onGone of discarded.values()) onGone?.();
  expect(acknowledged()).toEqual(['own waited', 'own early']);
});

it('acknowledges an earlier result of a job when a later one comes, and at its end only what calls have', async () => {
  const { inbox, arrive, acknowledged } = openInbox((id) => id === 'own waited');
  await arrive('own twice', { agoMs: 5 });
  await arrive('own twice');
  expect(acknowledged()).toEqual(['own twice']);
  await arrive('own waited');
  await inbox.close();
  expect(acknowledged()).toEqual(['own twice', 'own waited']);
});

it('reports an error of the stream, and reads on', async () => {
  const { arrive, fail, errors, acknowledged } = openInbox();
  const error = new UnavailableError('away');
  await fail(error);
  await arrive('foreign');
  expect(acknowledged()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(errors).toEqual([error]);
  expect(acknowledged()).toEqual(['foreign']);
});
