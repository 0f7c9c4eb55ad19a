/** Runs `buybox enqueue`. */

import type { EndpointName } from '../../../contract/endpoints.ts';
import { type InputFormat, readInputs } from '../../../inputs/read.ts';
import type { JobInput } from '../../../queue/types.ts';
import { type BackendFlags, backendOf, callDefaults } from '../../flags/backend.ts';
import type { OutputFlags } from '../../flags/output.ts';
import { openQueue, type QueueFlags } from '../../flags/redis.ts';
import { assertColumns, printResult } from '../../output/print.ts';
import { EXIT, type ExitCode } from '../../terminal/exit.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { runBatch } from '../batch/run.ts';

/** The flags of `buybox enqueue`. */
export interface EnqueueFlags extends BackendFlags, QueueFlags, OutputFlags {
  input?: InputFormat;
  endpoint?: EndpointName;
  dryRun?: boolean;
  priority?: number;
  attempts?: number;
  /** Milliseconds. */
  every?: number;
  /** Milliseconds. */
  delay?: number;
  /** Milliseconds. */
  uniqueFor?: number;
  repeat?: boolean;
}

/** Invalid inputs that are reported on standard error. */
const REPORTED_INVALID = 5;

/** Adds the calls of a file, and returns the exit code. @throws Error for what ends it early */
export async function enqueue(file: string, flags: EnqueueFlags, terminal: Terminal): Promise<ExitCode> {
  if (flags.dryRun) return runBatch(file, { ...flags, format: 'ndjson' }, terminal);
  assertColumns(flags, ['added', 'duplicates', 'repeated', 'invalid']);
  await using queue = await openQueue(flags);
  let invalid = 0;
  const report = (message: string) => {
    if (++invalid <= REPORTED_INVALID) terminal.note(message);
  };
  const jobs = jobsOf(file, flags, terminal, report);
  const { priority, attempts, every, delay: delayMs, uniqueFor: uniqueForMs, repeat } = flags;
  let counts: Record<string, number>;
  if (every === undefined) {
    const options = { priority, attempts, delayMs, uniqueForMs, allowDuplicate: repeat, signal: terminal.signal };
    // The reader of inputs accepts it, and the queue does not: a row with too many columns of its own.
    const { added, duplicates } = await queue.addAll(jobs, {
      ...options,
      onInvalid: ({ error }) => report(error.message),
    });
    counts = { added, duplicates };
  } else counts = { repeated: await queue.repeatAll(jobs, { priority, attempts, every }) };
  printResult({ ...counts, invalid }, [], flags, terminal);
  return invalid === 0 ? EXIT.found : EXIT.failure;
}

/** The valid inputs of a file as jobs, one at a time. Columns of the user's own come back with the result. */
async function* jobsOf(
  file: string,
  flags: EnqueueFlags,
  { input: stdin, signal }: Terminal,
  report: (message: string) => void,
): AsyncGenerator<JobInput, void> {
  const rules = { as: flags.endpoint, defaults: callDefaults(flags), isLocal: backendOf(flags) === 'local' };
  for await (const { request, invalid } of readInputs({ file, stdin }, flags.input, rules, signal)) {
    if (invalid !== undefined) report(`line ${invalid.line}: ${invalid.error.message}`);
    else {
      const { endpoint, params, ...extra } = request;
      yield { endpoint, params, ...(Object.keys(extra).length === 0 ? {} : { extra }) } as JobInput;
    }
  }
}
