import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Change,
  type HistoryStore,
  type StoredObservation,
  sqliteWatchStore,
} from '../../../src/entries/watch.ts';
import { randomOf, wholeBetween } from '../../../src/testing/living/random.ts';
import { program } from '../../built/program.ts';
import { FailingReceiver, ScriptedService, type Served } from './market.ts';
import type { KillPoint, WatcherSettings } from './settings.ts';

const SEED = 'kills-1';
const ASINS = ['B0KILLED01', 'B0KILLED02', 'B0KILLED03', 'B0KILLED04'];

/** Where processes are killed: by themselves at an exact place, or by the test when something arrives, or at a random time. */
type Kill = KillPoint | { at: 'called' | 'arrived' | 'random' };

const times = (count: number, kill: Kill): Kill[] => Array.from({ length: count }, () => kill);
const KILLS: readonly Kill[] = shuffled([
  ...times(3, { at: 'called' }),
  ...times(4, { at: 'before record' }),
  ...times(5, { at: 'after record' }),
  ...times(2, { at: 'in function' }),
  ...times(3, { at: 'arrived' }),
  ...(['function', 'ndjson', 'webhook'] as const).flatMap((receiver) => [
    ...times(2, { at: 'before mark', receiver }),
    ...times(1, { at: 'after mark', receiver }),
  ]),
  ...times(4, { at: 'random' }),
]);

const random = randomOf(SEED, 'kills');
const service = new ScriptedService(SEED);
const receiver = new FailingReceiver(SEED);
const folder = mkdtempSync(join(tmpdir(), 'buybox-kills-'));
const file = (name: string) => join(folder, name);
const files = { db: file('watch.db'), ndjson: file('changes.ndjson'), own: file('own.ndjson') };

let settings: Omit<WatcherSettings, 'once'>;
beforeAll(async () => {
  const { secret } = receiver;
  const webhook = { url: await receiver.open(), secret };
  settings = { asins: ASINS, service: await service.open(), webhook, files, startedAt: Date.now() };
});
afterAll(() => {
  service.close();
  receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

it(`loses and invents nothing in ${KILLS.length} kills, and repeats a change only with its id (seed "${SEED}")`, async () => {
  for (const [index, kill] of KILLS.entries()) {
    await killed(kill);
    // As a kill in the middle of a write leaves it.
    if (index % 5 === 0 && existsSync(files.ndjson)) appendFileSync(files.ndjson, '{"id":"half of a li');
  }
  const last = start({ once: true });
  expect(await last.ended, last.errors()).toBe(0);

  const store = sqliteWatchStore(files.db);
  // The file has each change at least once. The store keeps those of ratings and of their numbers only until they are delivered.
  const changes = [...new Map(changesOf(files.ndjson).map((change) => [change.id, change])).values()];
  const kept: Change[] = [];
  for await (const change of store.changes()) kept.push(change);
  const isKept = ({ type }: Change) => type !== 'rating_changed' && type !== 'reviews_added';
  expect(kept.toSorted(byId)).toEqual(changes.filter(isKept).toSorted(byId));
  for (const asin of ASINS) {
    const served = service.served.get(asin) ?? [];
    expect(served.length).toBeGreaterThan(10);
    expect(await observationsOf(store, asin)).toEqual(served.map(shownBy));
    const own = changes.filter((change) => change.asin === asin);
    expect(own.map(factsOf).toSorted(byTimeAndType)).toEqual(changesIn(served).toSorted(byTimeAndType));
  }
  expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);

  const visits = [...service.served.values()].flat().length;
  expect(await service.charged()).toBe(visits);
  expect(await store.spent('total')).toBe(visits);
  await store.close();
  // A look that a kill has interrupted is made again with its key.
  const repeated = [...service.keys.values()].filter((count) => count > 1).length;
  expect(repeated).toBeGreaterThanOrEqual(KILLS.filter(({ at }) => at === 'called' || at === 'before record').length);

  const delivered = { webhook: receiver.arrived, ndjson: changesOf(files.ndjson), function: changesOf(files.own) };
  for (const [sink, arrived] of Object.entries(delivered)) assertDelivered(sink, arrived, changes);
  expect([...receiver.taken].toSorted()).toEqual(changes.map(({ id }) => id).toSorted());
  for (const [action, count] of Object.entries(receiver.did)) expect(count, action).toBeGreaterThan(0);
});

function byId(one: Change, other: Change): number {
  return one.id < other.id ? -1 : 1;
}

/** Each change arrives, in the order of its product; again only right after itself, and with the same content. */
function assertDelivered(sink: string, arrived: readonly Change[], changes: readonly Change[]): void {
  for (const asin of ASINS) {
    const own = arrived.filter((change) => change.asin === asin);
    const distinct = own.filter(({ id }, index) => id !== own[index - 1]?.id);
    expect(distinct, sink).toEqual(changes.filter((change) => change.asin === asin));
  }
  const known = new Map(changes.map((change) => [change.id, change]));
  for (const change of arrived) expect(change, sink).toEqual(known.get(change.id));
  // The kills between a delivery and its mark repeat changes.
  expect(arrived.length, sink).toBeGreaterThan(changes.length);
}

function isExact(kill: Kill): kill is KillPoint {
  return !['called', 'arrived', 'random'].includes(kill.at);
}

/** Starts a process, and waits until it is killed. */
async function killed(kill: Kill): Promise<void> {
  const nth = wholeBetween(random, 1, 4);
  const process = start(isExact(kill) ? { once: false, kill: { ...kill, nth } } : { once: false });
  let left = nth;
  const count = () => {
    if (--left === 0) process.child.kill('SIGKILL');
  };
  if (kill.at === 'called') service.onCall = count;
  if (kill.at === 'arrived') receiver.onArrival = count;
  if (kill.at === 'random') {
    await wait(wholeBetween(random, 200, 1_500));
    process.child.kill('SIGKILL');
  }
  expect(await process.ended, `${kill.at}: ${process.errors()}`).toBe('SIGKILL');
  service.onCall = () => undefined;
  receiver.onArrival = () => undefined;
}

interface Running {
  child: ChildProcess;
  /** The text on its standard error. */
  errors: () => string;
  /** Resolves with its exit code, or with the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

function start(own: Pick<WatcherSettings, 'once' | 'kill'>): Running {
  const given: WatcherSettings = { ...settings, ...own };
  const child = spawn(process.execPath, [program('watcher'), JSON.stringify(given)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  const ended = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals)[]) => code ?? signal ?? 'SIGKILL');
  return { child, errors: () => text, ended };
}

/** Reads a file of whole lines. */
function changesOf(path: string): Change[] {
  const text = readFileSync(path, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as Change);
}

async function observationsOf(store: HistoryStore, asin: string): Promise<object[]> {
  const observations: object[] = [];
  for await (const one of store.observations({ asin, envelopes: true })) observations.push(seenIn(one));
  return observations;
}

function seenIn({ first_at, looks, values, envelopes = [] }: StoredObservation): object {
  const { price, rating, reviews } = values;
  const request_ids = envelopes.map(({ meta }) => meta.request_id);
  return { at: new Date(first_at).toISOString(), looks, price, rating, reviews, request_ids };
}

/** The part of a response that the history has. */
function shownBy({ request_id, ...page }: Served): object {
  return { ...page, looks: 1, request_ids: [request_id] };
}

type Facts = Pick<Change, 'type' | 'field' | 'before' | 'after' | 'at' | 'since'> & { request_ids: readonly string[] };

function factsOf({ type, field, before, after, at, since, evidence }: Change): Facts {
  return { type, field, before, after, at, since, request_ids: evidence.request_ids };
}

/** The differences between one page and the next. */
function changesIn(served: readonly Served[]): Facts[] {
  const fields = [
    ['price', 'price_changed', 'bb_price'],
    ['rating', 'rating_changed', 'rating'],
    ['reviews', 'reviews_added', 'reviews'],
  ] as const;
  return served.slice(1).flatMap((page, index) => {
    const last = served[index] as Served;
    const changed = fields.filter(([name]) => page[name] !== last[name]);
    const times = { at: page.at, since: last.at, request_ids: [page.request_id] };
    return changed.map(
      ([name, type, field]): Facts => ({ type, field, before: last[name], after: page[name], ...times }),
    );
  });
}

function byTimeAndType(a: Facts, b: Facts): number {
  return `${a.at} ${a.type}` < `${b.at} ${b.type}` ? -1 : 1;
}

function shuffled<T>(list: readonly T[]): T[] {
  const next = randomOf(SEED, 'order');
  return list
    .map((item) => [next(), item] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, item]) => item);
}
