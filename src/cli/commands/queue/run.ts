/** Runs the commands `buybox queue ...`. */
import type { MarketplaceCode } from '../../../contract/codes.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { shown } from '../../../contract/shown.ts';
import { wrongParameter } from '../../../options/checks.ts';
import type { DeadFilter, DeadJob, Queue, QueueStatus, RepeatedJob } from '../../../queue/types.ts';
import type { Row } from '../../../tables/rows.ts';
import type { CommandCall } from '../../flags/command.ts';
import { formOf, type OutputFlags } from '../../flags/output.ts';
import { openQueue, type QueueFlags } from '../../flags/redis.ts';
import { assertColumns, printResult, printShown } from '../../output/print.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** The flags of the commands. */
export interface QueueCommandFlags extends OutputFlags, QueueFlags {
  /** The next three select dead letters. */
  code?: string[];
  marketplace?: MarketplaceCode;
  endpoint?: EndpointName;
  limit?: number;
  page?: string;
  /** Of `repeats`. */
  stop?: string;
}

/** A command of a queue. */
export type QueueCommand = keyof typeof WORK;

const COUNTS = ['name', 'paused', 'waiting', 'active', 'delayed', 'dead', 'oldest_waiting_s', 'workers', 'repeats'];
const STATUS = [...COUNTS, 'rates_period_s', 'rates'];
const RATES = ['endpoint', 'marketplace', 'succeeded', 'retried', 'dead'];
const DEAD = ['id', 'endpoint', 'marketplace', 'code', 'attempts', 'died_at', 'message', 'params'];
const PAUSED = ['queue', 'paused'];
const REPEATS = ['id', 'endpoint', 'params', 'every', 'next_at'];

/** The work of a command, and the columns of its result. It returns nothing if all is printed. */
type Work = readonly [
  run: (
    queue: Queue,
    call: { flags: QueueCommandFlags; filter: DeadFilter; terminal: Terminal },
  ) => Promise<Row | readonly Row[] | undefined>,
  columns: readonly string[],
];

const WORK = {
  status: [printStatus, STATUS],
  pause: [(queue, { flags }) => queue.pause().then(() => pausedRow(flags, true)), PAUSED],
  resume: [(queue, { flags }) => queue.resume().then(() => pausedRow(flags, false)), PAUSED],
  retry: [async (queue, { filter }) => ({ retried: await queue.retryDead(filter) }), ['retried']],
  remove: [async (queue, { filter }) => ({ removed: await queue.removeDead(filter) }), ['removed']],
  dead: [
    async (queue, { flags, filter, terminal }) => {
      if (flags.page !== undefined) return printPage(queue, flags.page, terminal);
      return rowsOf(queue.dead({ ...filter, limit: flags.limit }), deadRow);
    },
    DEAD,
  ],
  repeats: [
    async (queue, { flags: { stop } }) =>
      stop === undefined ? rowsOf(queue.repeats(), repeatRow) : { id: stop, stopped: await queue.stopRepeat(stop) },
    REPEATS,
  ],
} satisfies Record<string, Work>;

/** Runs a command, and prints its result. */
export async function runOnQueue(
  command: QueueCommand,
  { flags, args: [ids = []], terminal }: CommandCall<QueueCommandFlags, [ids?: string[]]>,
): Promise<void> {
  const [work, columns]: Work = WORK[command];
  assertColumns(flags, columns);
  const { code, marketplace, endpoint } = flags;
  const filter = { ids: ids.length === 0 ? undefined : ids, code, marketplace, endpoint };
  // Without a filter it would remove everything, as after a typing mistake.
  if (command === 'remove' && Object.values(filter).every((value) => value === undefined))
    throw wrongParameter('ids', 'missing: expected ids or a filter. Name --code, --marketplace or --endpoint.');
  await using queue = await openQueue(flags);
  const result = await work(queue, { flags, filter, terminal });
  if (result !== undefined) printResult(result, columns, flags, terminal);
}

async function rowsOf<T>(jobs: AsyncIterable<T>, rowOf: (job: T) => Row): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const job of jobs) rows.push(rowOf(job));
  return rows;
}

/** Prints numbers of jobs. In a terminal also a table of what ended in the last minutes. */
async function printStatus(
  queue: Queue,
  { flags, terminal }: { flags: QueueCommandFlags; terminal: Terminal },
): Promise<undefined> {
  const form = formOf(flags, terminal);
  const status = await queue.status();
  const columns = form === 'table' || form === 'csv' ? COUNTS : STATUS;
  printShown(statusRow(status), columns, { form, fields: flags.fields }, terminal);
  if (form !== 'table' || status.rates.length === 0) return;
  terminal.out(`\nIn the last ${Math.round(status.rateMs / 60_000)} minutes:`);
  printShown(status.rates as unknown as Row[], RATES, { form, fields: undefined }, terminal);
}

function statusRow({ isPaused, oldestWaitingMs, rateMs, rates, ...status }: QueueStatus): Row {
  const oldest = oldestWaitingMs === undefined ? {} : { oldest_waiting_s: Math.round(oldestWaitingMs / 1_000) };
  return { ...status, paused: isPaused, ...oldest, rates_period_s: rateMs / 1_000, rates };
}

function pausedRow({ queue = 'calls' }: QueueCommandFlags, paused: boolean): Row {
  return { queue, paused };
}

/** Prints the page of a dead letter. */
async function printPage(queue: Queue, id: string, terminal: Terminal): Promise<undefined> {
  for await (const { page } of queue.dead({ ids: [id], pages: true })) {
    if (page === undefined) break;
    terminal.out(page);
    return;
  }
  throw wrongParameter('page', `${shown(id)} has no page: expected the id of a dead letter that failed with a page.`);
}

function deadRow({ error, addedAt, diedAt, page: _, ...job }: DeadJob): Row {
  const { code, message } = error;
  return { ...job, code, message, added_at: addedAt.toISOString(), died_at: diedAt.toISOString() };
}

function repeatRow({ everyMs, cron, timeZone, nextAt, ...job }: RepeatedJob): Row {
  const every = everyMs === undefined ? `${cron} ${timeZone ?? ''}`.trim() : `${everyMs / 1_000} s`;
  return { ...job, every, next_at: nextAt.toISOString() };
}
