/** What `buybox batch` does: inputs from a file, calls, results and failures in files. */
import type { ResponseMeta } from '../../contract/envelope.ts';
import { MarketplaceError } from '../../contract/errors.ts';
import type { Marketplace } from '../../contract/marketplace.ts';
import { batch } from '../../paging/index.ts';
import { openMarketplace } from '../backend.ts';
import { EXIT, type ExitCode, Interruption } from '../exit.ts';
import type { FileRequest } from '../results/result-file.ts';
import type { Terminal } from '../terminal.ts';
import { countLines, readInputs } from './inputs/index.ts';
import { Outputs } from './outputs.ts';
import { Plan } from './plan.ts';
import { Progress } from './progress.ts';
import { type BatchFlags, type BatchSettings, placeOf, readSettings } from './settings.ts';
import { summaryLines } from './summary.ts';
import { Tally } from './tally.ts';
import { Watch } from './watch.ts';

/** Inputs that are no calls are told on standard error too, so many of them. */
const TOLD_WRONG = 5;

/** Runs a batch to its end; resolves to the exit code. @throws Error for what ends it early */
export async function runBatch(file: string, flags: BatchFlags, terminal: Terminal): Promise<ExitCode> {
  const settings = await readSettings(file, flags);
  const lines = await countLines(placeOf(settings, terminal), terminal.signal);
  const tally = new Tally();
  const watch = new Watch(tally);
  const { concurrency } = settings;
  await using marketplace = await openMarketplace(flags, terminal, { onEvent: watch.listener, concurrency });
  await using outputs = await Outputs.open(settings, terminal);
  const progress = new Progress({ terminal, tally, lines, isQuiet: flags.quiet === true });
  return await new BatchRun({ settings, terminal, marketplace, outputs, tally, watch, progress }).run();
}

interface Parts {
  settings: BatchSettings;
  terminal: Terminal;
  marketplace: Marketplace;
  outputs: Outputs;
  tally: Tally;
  watch: Watch;
  progress: Progress;
}

/** A batch that runs. */
class BatchRun {
  readonly #parts: Parts;
  readonly #plan: Plan;
  /** Aborted when no more inputs are taken: by the user, or because no call can succeed. */
  readonly #stop = new AbortController();
  /** Aborted when nobody waits for the calls that run. */
  readonly #leave = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
    const { settings, terminal, outputs, tally, progress } = parts;
    const { input, rules, isRepeating } = settings;
    this.#plan = new Plan({
      inputs: readInputs(placeOf(settings, terminal), input, rules, this.#stop.signal),
      results: outputs.results,
      failures: outputs.failures,
      tally,
      isRepeating,
      stop: this.#stop.signal,
      onWrong: (line, message) => {
        if (tally.wrong <= TOLD_WRONG) progress.note(`line ${line}: ${message}`);
      },
    });
  }

  async run(): Promise<ExitCode> {
    const { terminal, outputs, progress, tally } = this.#parts;
    const onEnd = () => this.interrupt();
    terminal.signal.addEventListener('abort', onEnd);
    if (terminal.signal.aborted) this.interrupt();
    try {
      for await (const result of outputs.earlier()) this.#plan.remember(result);
      await this.calls();
      const isComplete = await this.#plan.isComplete();
      await outputs.finish();
      progress.end();
      return this.close(isComplete);
    } catch (error) {
      progress.end();
      // Who read the results has stopped reading: that is no failure.
      if (this.#leave.signal.aborted) return EXIT.found;
      if (tally.ended > 0) this.summarise();
      throw error;
    } finally {
      terminal.signal.removeEventListener('abort', onEnd);
    }
  }

  private async calls(): Promise<void> {
    const { settings, marketplace, watch, tally } = this.#parts;
    const { concurrency, maxCredits } = settings;
    const results = batch(marketplace, this.#plan.calls(), {
      concurrency,
      maxCredits,
      signal: this.#leave.signal,
      onProgress: ({ creditsConsumed, creditsRemaining }) => {
        tally.creditsSpent = creditsConsumed;
        tally.creditsLeft = creditsRemaining;
      },
    });
    for await (const { request, response, error } of results) {
      if (error === undefined) {
        await this.#plan.answered({ request, response, gaps: watch.gapsOf(requestIdOf(response)) });
      } else await this.failed(request, error);
    }
  }

  private async failed(request: FileRequest, error: Error): Promise<void> {
    await this.#plan.failed(request, error);
    if (!(error instanceof MarketplaceError)) return;
    this.#parts.watch.gapsOf(error.requestId);
    if (!HOPELESS.includes(error.code) || this.#stop.signal.aborted) return;
    this.#stop.abort(error);
    this.#parts.progress.note(`stopping, for no other call can succeed: ${error.message} [${error.code}]`);
  }

  /** The user, or the system, wants it to end: calls that run are waited for, unless nobody reads their results. */
  private interrupt(): void {
    const { terminal, progress } = this.#parts;
    const { reason } = terminal.signal;
    this.#stop.abort(reason);
    if (exitCodeFor(reason) === EXIT.found) this.#leave.abort(reason);
    else progress.note('stopping: calls that run are waited for, for they are paid (again: end at once)');
  }

  private close(isComplete: boolean): ExitCode {
    const { terminal, tally } = this.#parts;
    this.summarise();
    for (const hint of this.hints(isComplete)) terminal.note(hint);
    if (terminal.signal.aborted) return exitCodeFor(terminal.signal.reason);
    return isComplete && tally.failures + tally.wrong === 0 ? EXIT.found : EXIT.failure;
  }

  private summarise(): void {
    const { settings, terminal, outputs, tally } = this.#parts;
    const failures = outputs.failures.isUsed ? settings.failures : undefined;
    for (const line of summaryLines(tally, { results: settings.out, failures })) terminal.note(line);
  }

  /** What to do next. */
  private hints(isComplete: boolean): string[] {
    const { settings, tally } = this.#parts;
    const { out, maxCredits } = settings;
    const why = this.#stop.signal.aborted ? '' : ` (--max-credits ${maxCredits})`;
    const unfinished = isComplete ? [] : [`inputs are left that were not called${why}`];
    if (isComplete && tally.failures === 0) return [];
    const what = isComplete ? 'calls what failed once more' : 'goes on where this one ended';
    if (out !== undefined) return [...unfinished, `the same command with --resume ${what}`];
    return isComplete ? [] : [...unfinished, 'a batch with --out FILE could go on with --resume'];
  }
}

/** Errors of settings, keys and credits: the next call would meet them too. */
const HOPELESS: readonly string[] = ['INVALID_CONFIGURATION', 'UNAUTHORIZED', 'QUOTA_EXCEEDED'];

function exitCodeFor(reason: unknown): ExitCode {
  return reason instanceof Interruption ? reason.exitCode : EXIT.interrupted;
}

/** A live answer is handed on as it came: what the contract promises can be missing. */
function requestIdOf({ meta }: { meta?: ResponseMeta }): string | undefined {
  return meta?.request_id;
}
