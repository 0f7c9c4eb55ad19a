/** Runs the commands `buybox queue ...`. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { MarketplaceCode } from '../../../contract/codes.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { BadRequestError } from '../../../contract/errors.ts';
import { shown } from '../../../contract/shown.ts';
import type { DeadFilter, DeadJob, Queue, QueueStatus, RepeatedJob } from '../../../queue/types.ts';
import type { Row } from '../../../tables/rows.ts';
import { writeOutput } from '../../files.ts';
import type { OutputFlags } from '../../flags/output.ts';
import { formOf } from '../../flags/output.ts';
import type { QueueFlags } from '../../flags/redis.ts';
import { openQueue } from '../../flags/redis.ts';
import { printShown } from '../../output/print.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The flags of all commands of a queue. */
export interface QueueCommandFlags extends OutputFlags, QueueFlags {}

/** The flags that select dead letters. */
export interface DeadFlags extends QueueCommandFlags {
  code?: string[];
  marketplace?: MarketplaceCode;
  endpoint?: EndpointName;
  limit?: number;
  page?: string;
  out?: string;
}

/** The flags of `buybox queue status`. */
export interface StatusFlags extends QueueCommandFlags {
  watch?: boolean;
}

/** The flags of `buybox queue repeats`. */
export interface RepeatFlags extends QueueCommandFlags {
  stop?: string;
}

/** Time between two lines of `--watch` [milliseconds]. */
const WATCH_MS = 2_000;

const COUNTS = ['name', 'paused', 'waiting', 'active', 'delayed', 'dead', 'oldest_waiting_s', 'workers', 'repeats'];
const RATES = ['endpoint', 'marketplace', 'succeeded', 'retried', 'dead'];
const DEAD = ['id', 'endpoint', 'marketplace', 'code', 'attempts', 'died_at', 'message', 'params'];
const REPEATS = ['id', 'endpoint', 'params', 'every', 'next_at'];

/** `status`: numbers of jobs. In a terminal also a table of what ended in the last minutes. */
export async function printStatus(flags: StatusFlags, terminal: Terminal): Promise<void> {
  await using queue = await openQueue(flags);
  const form = formOf(flags, terminal);
  do {
    const status = await queue.status();
    const row = statusRow(status);
    // A watcher of a pipe reads lines.
    const own = flags.watch && form === 'json' ? 'ndjson' : form;
    const columns = form === 'table' || form === 'csv' ? COUNTS : [...COUNTS, 'rates_period_s', 'rates'];
    printShown(row, columns, { form: own, fields: flags.fields }, terminal);
    if (form === 'table' && status.rates.length > 0) {
      terminal.out(`\nIn the last ${Math.round(status.rateMs / 60_000)} minutes:`);
      printShown(status.rates as unknown as Row[], RATES, { form, fields: undefined }, terminal);
    }
    if (flags.watch) await sleep(WATCH_MS, undefined, { signal: terminal.signal }).catch(() => undefined);
  } while (flags.watch && !terminal.signal.aborted);
}

function statusRow({ isPaused, oldestWaitingMs, rateMs, rates, ...status }: QueueStatus): Row {
  const oldest = oldestWaitingMs === undefined ? {} : { oldest_waiting_s: Math.round(oldestWaitingMs / 1_000) };
  return { ...status, paused: isPaused, ...oldest, rates_period_s: rateMs / 1_000, rates };
}

/** `pause` and `resume`. */
export async function setPaused(flags: QueueCommandFlags, terminal: Terminal, paused: boolean): Promise<void> {
  await print(flags, terminal, async (queue) => {
    await (paused ? queue.pause() : queue.resume());
    return { queue: flags.queue ?? 'calls', paused };
  });
}

/** `retry`. */
export async function retryDead(flags: DeadFlags, terminal: Terminal, ids: string[] | undefined): Promise<void> {
  await print(flags, terminal, async (queue) => ({ retried: await queue.retryDead(filterOf(flags, ids)) }));
}

/** `remove`. Without a filter it would remove everything, as after a typing mistake. */
export async function removeDead(flags: DeadFlags, terminal: Terminal, ids: string[] | undefined): Promise<void> {
  const filter = filterOf(flags, ids);
  if (Object.values(filter).every((value) => value === undefined))
    throw new BadRequestError('ids: missing: expected ids or a filter. Name --code, --marketplace or --endpoint.', {
      parameter: 'ids',
    });
  await print(flags, terminal, async (queue) => ({ removed: await queue.removeDead(filter) }));
}

/** `dead`: a list, or the page of one. */
export async function printDead(flags: DeadFlags, terminal: Terminal, ids: string[] | undefined): Promise<void> {
  if (flags.page !== undefined) return printPage(flags.page, flags, terminal);
  await print(
    flags,
    terminal,
    async (queue) => {
      const rows: Row[] = [];
      for await (const job of queue.dead({ ...filterOf(flags, ids), limit: flags.limit })) rows.push(deadRow(job));
      return rows;
    },
    DEAD,
  );
}

async function printPage(id: string, flags: DeadFlags, terminal: Terminal): Promise<void> {
  await using queue = await openQueue(flags);
  for await (const { page } of queue.dead({ ids: [id], pages: true })) {
    if (page === undefined) break;
    if (flags.out === undefined) terminal.out(page);
    else await writeOutput('out', flags.out, page);
    return;
  }
  throw new BadRequestError(
    `page: ${shown(id)} has no page: expected the id of a dead letter that failed with a page.`,
    { parameter: 'page' },
  );
}

/** `repeats`: a list, or the end of one. */
export async function printRepeats({ stop, ...flags }: RepeatFlags, terminal: Terminal): Promise<void> {
  await print(
    flags,
    terminal,
    async (queue) => {
      if (stop !== undefined) return { id: stop, stopped: await queue.stopRepeat(stop) };
      const rows: Row[] = [];
      for await (const job of queue.repeats()) rows.push(repeatRow(job));
      return rows;
    },
    REPEATS,
  );
}

/** Prints what work on the queue returns. The columns are those of a list; one row has all of its members. */
async function print(
  flags: QueueCommandFlags,
  terminal: Terminal,
  work: (queue: Queue) => Promise<Row | readonly Row[]>,
  columns: readonly string[] = [],
): Promise<void> {
  await using queue = await openQueue(flags);
  const result = await work(queue);
  const shownColumns = Array.isArray(result) ? columns : Object.keys(result);
  printShown(result, shownColumns, { form: formOf(flags, terminal), fields: flags.fields }, terminal);
}

function filterOf({ code, marketplace, endpoint }: DeadFlags, ids: string[] = []): DeadFilter {
  return { ids: ids.length === 0 ? undefined : ids, code, marketplace, endpoint };
}

function deadRow({ error, addedAt, diedAt, page: _, ...job }: DeadJob): Row {
  const { code, message } = error;
  return { ...job, code, message, added_at: addedAt.toISOString(), died_at: diedAt.toISOString() };
}

function repeatRow({ everyMs, cron, timeZone, nextAt, ...job }: RepeatedJob): Row {
  const every = everyMs === undefined ? `${cron} ${timeZone ?? ''}`.trim() : `${everyMs / 1_000} s`;
  return { ...job, every, next_at: nextAt.toISOString() };
}
