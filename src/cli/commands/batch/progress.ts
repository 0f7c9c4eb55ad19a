/** The progress of a batch on standard error: a bar in a terminal, a line from time to time elsewhere. */
import { clockTime, count } from '../../../display/text.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { BatchStats } from './stats.ts';

/** The contents of a {@link Progress}. */
export interface ProgressOptions {
  terminal: Terminal;
  stats: BatchStats;
  /** Lines of the input, if known. */
  lines: number | undefined;
  isQuiet: boolean;
}

const BAR_WIDTH = 20;
/** Seconds over which the rate is measured. */
const RATE_WINDOW = 30;
const CLEAR_LINE = '\r\u001b[K';

/** Shows the progress until it ends. */
export class Progress {
  readonly #options: ProgressOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #hasBar: boolean;
  readonly #samples = [{ seconds: 0, finished: 0 }];

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#hasBar = options.terminal.isErrInteractive && !options.isQuiet;
    this.#timer = setInterval(() => this.#show(), this.#hasBar ? 200 : 10_000).unref();
  }

  /** Writes a note above the bar. */
  note(text: string): void {
    this.#clear();
    this.#options.terminal.note(text);
  }

  /** Stops, and removes the bar. */
  end(): void {
    clearInterval(this.#timer);
    this.#clear();
  }

  #clear(): void {
    if (this.#hasBar) process.stderr.write(CLEAR_LINE);
  }

  #show(): void {
    const line = this.#line();
    if (!this.#hasBar) this.#options.terminal.note(line);
    else process.stderr.write(`${CLEAR_LINE}${line.slice(0, (process.stderr.columns || 120) - 1)}`);
  }

  #line(): string {
    const { stats, lines } = this.#options;
    const rate = this.#rate();
    const parts = [`${count(stats.found + stats.notFound)} done`, `${rate.toFixed(1)}/s`, stats.credits];
    if (stats.failures > 0) parts.splice(1, 0, `${count(stats.failures)} failed`);
    if (!lines) return [`line ${count(stats.line)}`, ...parts].join(' · ');
    if (rate > 0) parts.push(`${clockTime((lines - stats.line) / rate)} left`);
    const share = Math.min(1, stats.line / lines);
    const full = Math.round(share * BAR_WIDTH);
    const bar = this.#hasBar ? `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ` : '';
    return [`${bar}${Math.floor(share * 100)}%`, ...parts].join(' · ');
  }

  /** Recent calls per second. */
  #rate(): number {
    const { seconds, finished } = this.#options.stats;
    const samples = this.#samples;
    samples.push({ seconds, finished });
    while (samples.length > 2 && seconds - (samples[1]?.seconds ?? 0) > RATE_WINDOW) samples.shift();
    const first = samples[0] ?? { seconds: 0, finished: 0 };
    return seconds === first.seconds ? 0 : (finished - first.finished) / (seconds - first.seconds);
  }
}
