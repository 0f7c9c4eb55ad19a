/** A process that watches until it is killed: `node watcher.js SETTINGS`. */
import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createRemoteMarketplace } from '../../../src/entries/remote.ts';
import {
  ndjsonDelivery,
  sqliteWatchStore,
  type WatchStore,
  watch,
  webhookDelivery,
} from '../../../src/entries/watch.ts';
import type { KillPoint, WatcherSettings } from './settings.ts';

/** The clock of the watch is so much faster, so that looks each second and waits of seconds are short. */
const SPEED = 5;
/** When the clock of the watch begins: a whole hour. */
const BEGIN = Date.parse('2026-11-20T12:00:00Z');

const { asins, service, webhook, files, startedAt, once, kill } = JSON.parse(process.argv[2] ?? '') as WatcherSettings;

let left = kill?.nth ?? 0;
/** Ends the process if it is to be killed here. No code of it runs after that. */
function reach(at: KillPoint['at'], receiver?: string): void {
  if (kill?.at !== at || ('receiver' in kill && kill.receiver !== receiver)) return;
  if (--left === 0) process.kill(process.pid, 'SIGKILL');
}

const file = sqliteWatchStore(files.db, { envelopes: 'all' });
const own: Pick<WatchStore, 'record' | 'delivered'> = {
  record: async (visit) => {
    if (visit.changes.length > 0) reach('before record');
    const isRecorded = await file.record(visit);
    if (visit.changes.length > 0) reach('after record');
    return isRecorded;
  },
  delivered: async (receiver, changes) => {
    reach('before mark', receiver);
    await file.delivered(receiver, changes);
    reach('after mark', receiver);
  },
};
const store = new Proxy<WatchStore>(file, {
  get: (_, name) => {
    const member: unknown = Reflect.get(own, name) ?? Reflect.get(file, name, file);
    return typeof member === 'function' ? member.bind(file) : member;
  },
});

const marketplace = createRemoteMarketplace({ ...service, retries: 0 });
let calls = 0;
const retries = { firstRetryMs: 200, longestRetryMs: 1_000 };
const watching = watch(
  marketplace,
  asins.map((asin) => ({ endpoint: 'product', params: { asin } })),
  {
    ...{ store, once, every: '1s', jitter: 0, confirm: 'never' },
    now: () => BEGIN + (Date.now() - startedAt) * SPEED,
    sleep: (ms, signal) => wait(ms / SPEED, undefined, signal === undefined ? {} : { signal }),
    deliver: [
      webhookDelivery({ ...webhook, ...retries, timeoutMs: 300 }),
      ndjsonDelivery(files.ndjson),
      {
        ...{ name: 'function', ...retries },
        deliver: async (change) => {
          reach('in function');
          if (++calls % 10 === 0) throw new Error('The function fails.');
          appendFileSync(files.own, `${JSON.stringify(change)}\n`);
        },
      },
    ],
  },
);
await watching.done;
await file.close();
await marketplace.close();
