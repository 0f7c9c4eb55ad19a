/** The log of `buybox worker`: a line of JSON for each event. */
import { storedErrorOf } from '../../../contract/stored-error.ts';
import type { HeldResults } from '../../../deliver/hold.ts';
import type { WorkerEvent } from '../../../queue/worker-types.ts';
import type { Terminal } from '../../terminal/terminal.ts';

type Level = 'info' | 'warn' | 'error';

/** The events that are logged. A started job is logged when it ends. */
const EVENTS: Readonly<Partial<Record<WorkerEvent['type'], readonly [level: Level, message: string]>>> = {
  ready: ['info', 'worker takes jobs'],
  ended: ['info', 'job ended'],
  retried: ['warn', 'attempt failed'],
  returned: ['info', 'job handed back'],
  dead: ['error', 'job failed'],
  lost: ['warn', 'job lost to another worker'],
  undelivered: ['warn', 'result not delivered'],
  stalled: ['warn', 'job waits again: its worker has not renewed its lock'],
  paused: ['warn', 'worker pauses'],
  resumed: ['info', 'worker goes on'],
  error: ['error', 'worker cannot use Redis'],
};

/** Writes the log: events of the worker, and that results wait for their target, after 1, 2, 4, 8, ... failures in a row. */
export interface WorkerLog {
  event(event: WorkerEvent): void;
  held(held: HeldResults): void;
}

/** Returns a log on the output of a terminal. */
export function workerLog({ out }: Terminal): WorkerLog {
  const write = (level: Level, msg: string, members: object) => {
    const shown = Object.entries(members).map(([name, value]) => [name, name === 'error' ? errorOf(value) : value]);
    out(JSON.stringify({ level, msg, time: new Date().toISOString(), ...Object.fromEntries(shown) }), 'json');
  };
  return {
    event({ type, ...members }) {
      const [level, message] = EVENTS[type] ?? [];
      if (level !== undefined) write(level, message ?? type, members);
    },
    held({ error, waitMs, failures }) {
      if (Number.isInteger(Math.log2(failures))) write('warn', 'results wait', { error, wait_ms: waitMs, failures });
    },
  };
}

function errorOf(error: unknown): object {
  const { code, message } = storedErrorOf(error instanceof Error ? error : new Error(String(error)));
  return { code, message };
}
