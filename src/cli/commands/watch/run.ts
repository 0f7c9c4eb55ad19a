/** Runs `buybox watch`. */

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { DurationText, Marketplace } from '../../../contract/marketplace.ts';
import { counted, minuteTime } from '../../../display/text.ts';
import {
  ndjsonDelivery,
  planText,
  planWatch,
  sqliteWatchStore,
  watch,
  webhookDelivery,
} from '../../../entries/watch.ts';
import type { InputFormat } from '../../../inputs/read.ts';
import { Secret } from '../../../options/secrets.ts';
import type { QuietHours } from '../../../watch/run/watch-types.ts';
import type { ChangeSink } from '../../../watch/sinks.ts';
import type { TargetState } from '../../../watch/store/store.ts';
import { checkedTargets } from '../../../watch/targets/read-targets.ts';
import type { Rules, WatchTarget } from '../../../watch/types.ts';
import { closing } from '../../files.ts';
import { type BackendFlags, callDefaults, openMarketplace } from '../../flags/backend.ts';
import type { RedisFlags } from '../../flags/redis.ts';
import { requiredSecret } from '../../flags/values.ts';
import { EXIT, type ExitCode } from '../../terminal/exit.ts';
import { notesTo } from '../../terminal/notes.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { changeLine, noteEvent } from '../../watched.ts';

/** The flags of `buybox watch`. */
export interface WatchFlags extends BackendFlags, RedisFlags {
  input?: InputFormat;
  endpoint?: EndpointName;
  /** Checked by the watch. */
  every: DurationText;
  db: string;
  concurrency?: number;
  when?: Rules;
  confirm?: 'doubtful' | 'always' | 'never';
  quietHours?: QuietHours;
  webhook?: string;
  webhookSecret?: Secret;
  out?: string;
  once?: boolean;
  plan?: boolean;
  learn?: boolean;
  /** Name of the queue whose workers make the calls. */
  queue?: string;
  stream?: string;
  group?: string;
}

const DEFAULT_CONCURRENCY = 10;

/**
 * Watches the targets of a file until the terminal's signal is aborted; with `--once`, until all that are due were looked at. Returns the exit code: a
 * failure if looks have failed and none has succeeded.
 */
export async function watchFile(file: string, flags: WatchFlags, terminal: Terminal): Promise<ExitCode> {
  const { every, db, concurrency = DEFAULT_CONCURRENCY, budget, when, confirm, quietHours, learn } = flags;
  const given = { every, db, concurrency, budget, when, confirm, quietHours, learn, once: flags.once };
  const targets = await readFileTargets(file, flags, terminal);
  const deliver = sinksOf(flags, terminal);
  terminal.signal.throwIfAborted();
  await using marketplace = await marketplaceOf(flags, terminal, concurrency);
  const looks = { looked: 0, failed: 0 };
  let end: unknown;
  await using running = watch(marketplace, targets, {
    ...given,
    ...callDefaults(flags),
    deliver,
    onEvent: (event) => {
      if (event.type === 'looked' || event.type === 'failed') looks[event.type]++;
      // An error that ends the watch is thrown too: it is printed once.
      if (event.type === 'error') setImmediate(() => event.error !== end && noteEvent(event, terminal));
      else noteEvent(event, terminal);
    },
  });
  running.done.catch((error: unknown) => {
    end = error;
  });
  terminal.note(`watch: ${counted(targets.length, 'target')}, every ${every}, in ${db}`);
  const stopped = terminal.signal.aborted ? undefined : once(terminal.signal, 'abort');
  await Promise.race([running.done, stopped]);
  if (!terminal.signal.aborted) {
    if (looks.looked + looks.failed === 0) terminal.note(await nextNote(db, targets));
    return looks.looked === 0 && looks.failed > 0 ? EXIT.failure : EXIT.found;
  }
  terminal.note('stopping: running looks have 30 s. Press Ctrl-C again to stop at once.');
  await running.close();
  throw terminal.signal.reason;
}

/** Returns what makes the calls: this process, or workers. */
async function marketplaceOf(flags: WatchFlags, terminal: Terminal, concurrency: number): Promise<Marketplace> {
  const { queue: name, stream, group, redis, redisPrefix: prefix, timeout: timeoutMs } = flags;
  // The budget is that of the watch, which counts in its own file.
  if (name === undefined)
    return openMarketplace({ ...flags, budget: undefined }, terminal, { concurrency, onEvent: notesTo(terminal) });
  const { queueMarketplace } = await import('../../../entries/queue.ts');
  return queueMarketplace({ redis, prefix, name, stream, group, timeoutMs, ...callDefaults(flags) });
}

/** Returns where changes go: the output, and what the flags name. */
function sinksOf({ webhook, webhookSecret, out }: WatchFlags, terminal: Terminal): ChangeSink[] {
  const print: ChangeSink = {
    name: 'output',
    async deliver(change) {
      terminal.signal.throwIfAborted();
      if (terminal.isInteractive) terminal.out(changeLine(change, terminal.hasColors), 'styled');
      else terminal.out(JSON.stringify(change), 'json');
    },
  };
  return [
    print,
    ...(out === undefined ? [] : [ndjsonDelivery(out)]),
    ...(webhook === undefined
      ? []
      : [webhookDelivery({ url: new Secret(webhook), secret: requiredSecret(webhookSecret) })]),
  ];
}

/** Prints the plan of a watch, and returns the exit code. Uses what an earlier watch has learned, if the file of `--db` exists. */
export async function planOfFile(file: string, flags: WatchFlags, terminal: Terminal): Promise<ExitCode> {
  const { every, budget, db } = flags;
  const targets = await readFileTargets(file, flags, terminal);
  const states = await statesIn(db, targets);
  const plan = planWatch(targets, { every, budget, history: (_, index) => states.get(targets[index]?.id ?? '')?.rate });
  terminal.out(planText(plan).trimEnd());
  return EXIT.found;
}

/** Says why a single round made no look. */
async function nextNote(db: string, targets: readonly FileTarget[]): Promise<string> {
  const states = await statesIn(db, targets);
  const [[id, next] = []] = [...states].toSorted(([, a], [, b]) => a.next_at - b.next_at);
  const when = next === undefined ? '' : `: the next one is ${id} at ${minuteTime(next.next_at)} UTC`;
  return `watch: no target is due${when}`;
}

async function statesIn(db: string, targets: readonly FileTarget[]): Promise<ReadonlyMap<string, TargetState>> {
  const states = new Map<string, TargetState>();
  if (!existsSync(db)) return states;
  await using store = closing(sqliteWatchStore(db));
  for (const { id } of targets) {
    const state = (await store.target(id))?.state;
    if (state !== undefined) states.set(id, state);
  }
  return states;
}

/** A target of a file, with its id. */
type FileTarget = WatchTarget & { id: string };

/**
 * Returns the targets of a file, with the endpoint, marketplace and language of the flags for lines that name none. Equal targets are one.
 *
 * @throws BadRequestError for a file that cannot be read or has no targets, and for the first invalid line, with its number
 */
async function readFileTargets(file: string, flags: WatchFlags, terminal: Terminal): Promise<FileTarget[]> {
  const source = { file, stdin: () => terminal.input() };
  const rules = { as: flags.endpoint, defaults: callDefaults(flags) };
  const targets = await checkedTargets(source, flags.input, rules, terminal.signal);
  return targets.map(({ target, id }) => ({ ...target, id }));
}
