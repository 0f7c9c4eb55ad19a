/** `buybox batch`: inputs from a file, calls, results and failures in files. */
import { stopsAllCalls } from '../../../client/retries.ts';
import { MarketplaceError } from '../../../contract/errors.ts';
import type { Marketplace } from '../../../contract/marketplace.ts';
import { clockTime, count } from '../../../display/text.ts';
import { countLines, readInputs } from '../../../inputs/read.ts';
import { batch, dryRun } from '../../../paging/index.ts';
import type { FileRequest } from '../../../paging/result-line.ts';
import { gapsOf } from '../../../paging/walk.ts';
import { openMarketplace, settingsOf } from '../../flags/backend.ts';
import { EXIT, type ExitCode, Interruption } from '../../terminal/exit.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { Outputs } from './outputs.ts';
import { keysOf, Plan, type PlannedCall, wantedRequest } from './plan.ts';
import { Progress } from './progress.ts';
import { type BatchFlags, type BatchSettings, readSettings } from './settings.ts';
import { BatchStats, increment, summaryLines } from './stats.ts';

/** Invalid inputs that are also reported on standard error. */
const REPORTED_INVALID = 5;

/** Runs a batch, and returns the exit code. @throws Error for what ends it early */
export async function runBatch(file: string, flags: BatchFlags, terminal: Terminal): Promise<ExitCode> {
  if (flags.dryRun) return checkInputs(file, flags, terminal);
  const settings = await readSettings(file, flags);
  const lines = await countLines({ file, stdin: terminal.input }, terminal.signal);
  const stats = new BatchStats();
  const { concurrency } = settings;
  await using marketplace = await openMarketplace(flags, terminal, { onEvent: stats.onEvent, concurrency });
  await using outputs = await Outputs.open(settings, terminal);
  const progress = new Progress({ terminal, stats, lines, isQuiet: flags.quiet === true });
  return await new BatchRun({ settings, terminal, marketplace, outputs, stats, progress }).run();
}

interface RunParts {
  settings: BatchSettings;
  terminal: Terminal;
  marketplace: Marketplace;
  outputs: Outputs;
  stats: BatchStats;
  progress: Progress;
}

class BatchRun {
  readonly #parts: RunParts;
  readonly #plan: Plan;
  /** Aborted when no more inputs are taken: by the user, or by a fatal error. */
  readonly #stop = new AbortController();
  /** Aborted when nobody reads the results of running calls. */
  readonly #abandon = new AbortController();

  constructor(parts: RunParts) {
    this.#parts = parts;
    const { settings, terminal, outputs, stats, progress } = parts;
    const { file, inputFormat, rules, isRepeating, allPages } = settings;
    const stop = this.#stop.signal;
    this.#plan = new Plan({
      inputs: readInputs({ file, stdin: terminal.input }, inputFormat, rules, stop),
      outputs,
      stats,
      isRepeating,
      allPages,
      stop,
      onInvalid: (line, message) => {
        if (stats.invalid <= REPORTED_INVALID) progress.note(`line ${line}: ${message}`);
      },
    });
  }

  async run(): Promise<ExitCode> {
    const { terminal, outputs, progress, stats } = this.#parts;
    const interrupt = () => this.#interrupt();
    terminal.signal.addEventListener('abort', interrupt);
    if (terminal.signal.aborted) interrupt();
    try {
      for await (const result of outputs.earlierResults()) this.#plan.addEarlier(result);
      await this.#makeCalls();
      const isComplete = await this.#plan.isComplete();
      await outputs.finish();
      progress.end();
      return this.#report(isComplete);
    } catch (error) {
      progress.end();
      // The reader of the results has closed the pipe, as `head` does: this is not a failure.
      if (this.#abandon.signal.aborted) return EXIT.found;
      if (stats.finished > 0) this.#printSummary();
      throw error;
    } finally {
      terminal.signal.removeEventListener('abort', interrupt);
    }
  }

  async #makeCalls(): Promise<void> {
    const { settings, marketplace, stats } = this.#parts;
    const { concurrency, maxCredits, maxPages } = settings;
    const results = batch(marketplace, this.#plan.calls, {
      concurrency,
      maxCredits,
      maxPages,
      signal: this.#abandon.signal,
      onProgress: ({ creditsConsumed, creditsRemaining }) => {
        stats.creditsSpent = creditsConsumed;
        stats.creditsLeft = creditsRemaining;
      },
    });
    for await (const { request, response, pages, error } of results) {
      if (error !== undefined) await this.#fail(request, error);
      else {
        stats.addGaps(gapsOf(response.meta));
        await this.#plan.succeed(request.input, response, pages);
      }
    }
  }

  async #fail({ input }: PlannedCall, error: Error): Promise<void> {
    const { progress } = this.#parts;
    await this.#plan.fail(input, error);
    if (!(error instanceof MarketplaceError)) return;
    if (!stopsAllCalls(error) || this.#stop.signal.aborted) return;
    this.#stop.abort(error);
    progress.note(`stopping: every further call would fail the same way: ${error.message} [${error.code}]`);
  }

  /** Stops for the user or the system. Running calls are finished, unless nobody reads their results. */
  #interrupt(): void {
    const { terminal, progress } = this.#parts;
    const { reason } = terminal.signal;
    this.#stop.abort(reason);
    if (exitCodeFor(reason) === EXIT.found) this.#abandon.abort(reason);
    else progress.note('stopping: waiting for running calls, which are paid for. Interrupt again to end at once');
  }

  #report(isComplete: boolean): ExitCode {
    const { settings, terminal, stats } = this.#parts;
    this.#printSummary();
    const { out, maxCredits } = settings;
    if (!isComplete) {
      terminal.note(`some inputs were not called${this.#stop.signal.aborted ? '' : ` (--max-credits ${maxCredits})`}`);
      terminal.note(
        out === undefined ? 'use --out FILE to be able to continue' : 'run the same command with --resume to continue',
      );
    } else if (stats.failures > 0 && out !== undefined)
      terminal.note('run the same command with --resume to repeat failed calls');
    if (terminal.signal.aborted) return exitCodeFor(terminal.signal.reason);
    return isComplete && stats.failures + stats.invalid === 0 ? EXIT.found : EXIT.failure;
  }

  #printSummary(): void {
    const { settings, terminal, outputs, stats } = this.#parts;
    const lines = stats.summary({ results: settings.out, failures: outputs.failuresPath });
    for (const line of lines) terminal.note(line);
  }
}

function exitCodeFor(reason: unknown): ExitCode {
  return reason instanceof Interruption ? reason.exitCode : EXIT.interrupted;
}

/** `--dry-run`: reports invalid inputs, counts the calls, what they cost and how long they take, and makes none. Returns the exit code. */
export async function checkInputs(file: string, flags: BatchFlags, terminal: Terminal): Promise<ExitCode> {
  const { inputFormat, rules, isRepeating, allPages, maxPages, maxCredits } = await readSettings(file, flags);
  const seen = new Set<string>();
  const calls = new Map<string, number>();
  let invalidCount = 0;
  let duplicates = 0;
  const source = { file, stdin: terminal.input };
  async function* requests(): AsyncGenerator<FileRequest, void> {
    for await (const input of readInputs(source, inputFormat, rules, terminal.signal)) {
      if (input.invalid !== undefined) {
        invalidCount++;
        terminal.err(`line ${input.invalid.line}: ${input.invalid.error.message}`);
        continue;
      }
      const request = wantedRequest(input, allPages);
      const { call } = keysOf(request);
      if (!isRepeating && seen.has(call)) duplicates++;
      else {
        increment(calls, request.endpoint);
        yield request;
      }
      seen.add(call);
    }
  }
  const { pace, marketplace } = settingsOf(flags);
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
