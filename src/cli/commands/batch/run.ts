/** `buybox batch`: inputs from a file, calls, results and failures in files. */
import { stopsAllCalls } from '../../../contract/stops-all-calls.ts';
import { clockTime, count } from '../../../display/text.ts';
import { countLines, readInputs } from '../../../inputs/read.ts';
import { type BatchProgress, batch, dryRun } from '../../../paging/index.ts';
import type { FileRequest } from '../../../paging/result-line.ts';
import { gapsOf } from '../../../paging/walk.ts';
import { openMarketplace, settingsOf } from '../../flags/backend.ts';
import { EXIT, type ExitCode, Interruption, reasonOf } from '../../terminal/exit.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { Outputs } from './outputs.ts';
import { keysOf, Plan, wantedRequest } from './plan.ts';
import { Progress } from './progress.ts';
import { type BatchFlags, type BatchSettings, readSettings } from './settings.ts';
import { BatchStats, increment, summaryLines } from './stats.ts';
import { assertColumns, withKnownColumns } from './table.ts';

/** Invalid inputs that are also reported on standard error. */
const REPORTED_INVALID = 5;

/** Runs a batch, or only checks its inputs, and returns the exit code. @throws Error for what ends it early */
export async function runBatch(file: string, flags: BatchFlags, terminal: Terminal): Promise<ExitCode> {
  const settings = await readSettings(file, flags);
  const { concurrency, maxCredits, maxPages, fields, rules } = settings;
  const source = { file, stdin: terminal.input };
  const lines = await countLines(source, terminal.signal);
  const inputs = (signal: AbortSignal) => readInputs(source, settings.input, rules, signal);
  if (fields !== undefined && lines !== undefined) await assertColumns(fields, inputs(terminal.signal));
  if (flags.dryRun) return checkInputs(settings, terminal);
  const stats = new BatchStats();
  await using marketplace = await openMarketplace(flags, terminal, { onEvent: stats.onEvent, concurrency });
  await using outputs = await Outputs.open(settings, terminal);
  const progress = new Progress({ terminal, stats, lines, isQuiet: flags.quiet === true });
  // Aborted when no more inputs are taken: by the user, or by a fatal error.
  const stop = new AbortController();
  // Aborted when nobody reads the results of running calls.
  const abandon = new AbortController();
  const plan = new Plan({
    inputs:
      fields === undefined || lines !== undefined
        ? inputs(stop.signal)
        : withKnownColumns(fields, rules.as, inputs(stop.signal)),
    outputs,
    stats,
    settings,
    stop: stop.signal,
    onInvalid: (line, message) => {
      if (stats.invalid <= REPORTED_INVALID) progress.note(`line ${line}: ${message}`);
    },
  });
  // Running calls are finished, unless nobody reads their results.
  const interrupt = () => {
    const { reason } = terminal.signal;
    stop.abort(reason);
    if (exitCodeFor(reason) === EXIT.found) abandon.abort(reason);
    else progress.note('stopping: waiting for running calls, which are paid for. Interrupt again to end at once');
  };
  const printSummary = () => {
    progress.end();
    for (const line of stats.summary({ results: settings.out, failures: outputs.failuresPath })) terminal.note(line);
  };
  terminal.signal.addEventListener('abort', interrupt);
  if (terminal.signal.aborted) interrupt();
  try {
    for await (const result of outputs.earlierResults()) plan.addEarlier(result);
    const { signal } = abandon;
    const onProgress = (now: BatchProgress) => {
      stats.spending = now;
    };
    const options = { concurrency, maxCredits, maxPages, signal, onProgress };
    try {
      for await (const { request, response, pages, error } of batch(marketplace, plan.calls, options)) {
        if (error !== undefined) await plan.fail(request.input, error);
        else {
          for (const { kind } of gapsOf(response.meta)) increment(stats.gaps, kind);
          await plan.succeed(request.input, response, pages);
        }
      }
    } catch (error) {
      if (!stopsAllCalls(error)) throw error;
      stop.abort(error);
      progress.note(`stopped: every further call would fail the same way: ${reasonOf(error)}`);
    }
    const isComplete = await plan.isComplete();
    await outputs.finish();
    printSummary();
    noteRest(isComplete, settings, stop.signal, stats, terminal);
    if (terminal.signal.aborted) return exitCodeFor(terminal.signal.reason);
    return isComplete && stats.failures + stats.invalid === 0 ? EXIT.found : EXIT.failure;
  } catch (error) {
    // The reader of the results has closed the pipe, as `head` does: this is not a failure.
    if (abandon.signal.aborted) return EXIT.found;
    if (stats.finished > 0) printSummary();
    throw error;
  } finally {
    progress.end();
    terminal.signal.removeEventListener('abort', interrupt);
  }
}

/** Says which inputs are left, and how to go on. */
function noteRest(
  isComplete: boolean,
  { out, maxCredits }: BatchSettings,
  stop: AbortSignal,
  stats: BatchStats,
  terminal: Terminal,
): void {
  if (!isComplete) {
    terminal.note(`some inputs were not called${stop.aborted ? '' : ` (--max-credits ${maxCredits})`}`);
    terminal.note(
      out === undefined ? 'use --out FILE to be able to continue' : 'run the same command with --resume to continue',
    );
  } else if (stats.failures > 0 && out !== undefined)
    terminal.note('run the same command with --resume to repeat failed calls');
}

function exitCodeFor(reason: unknown): ExitCode {
  return reason instanceof Interruption ? reason.exitCode : EXIT.interrupted;
}

/** `--dry-run`: reports invalid inputs, counts the calls, what they cost and how long they take, and makes none. Returns the exit code. */
async function checkInputs(settings: BatchSettings, terminal: Terminal): Promise<ExitCode> {
  const { file, input: format, rules, repeat, allPages, maxPages, maxCredits } = settings;
  const seen = new Set<string>();
  const calls = new Map<string, number>();
  let invalidCount = 0;
  let duplicates = 0;
  const source = { file, stdin: terminal.input };
  async function* requests(): AsyncGenerator<FileRequest, void> {
    for await (const input of readInputs(source, format, rules, terminal.signal)) {
      if (input.invalid !== undefined) {
        invalidCount++;
        terminal.err(`line ${input.invalid.line}: ${input.invalid.error.message}`);
        continue;
      }
      const request = wantedRequest(input, allPages);
      const { call } = keysOf(request);
      if (!repeat && seen.has(call)) duplicates++;
      else {
        increment(calls, request.endpoint);
        yield request;
      }
      seen.add(call);
    }
  }
  const { pace, marketplace } = settingsOf(settings);
  const inputs = requests();
  const next = () => inputs.next();
  const planned = { [Symbol.asyncIterator]: () => ({ next }) };
  const { credits, durationMs, isLeast } = await dryRun(planned, { pace, marketplace, maxPages, maxCredits });
  // Inputs that the credits do not reach are checked too.
  while ((await next()).done !== true);
  const least = isLeast ? ' or more' : '';
  const lines = summaryLines({
    ...Object.fromEntries(calls),
    duplicates,
    invalid: invalidCount,
    credits: credits === 0 ? undefined : `${count(credits)}${least}`,
    time:
      credits === 0 || !rules.isLocal ? undefined : `${clockTime(durationMs / 1000)}${least}, at the pace of the sites`,
  });
  for (const line of lines) terminal.note(line);
  return invalidCount === 0 ? EXIT.found : EXIT.failure;
}
