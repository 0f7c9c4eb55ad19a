/** The progress of a batch on standard error: one line that is replaced in a terminal, a line from time to time elsewhere. */
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

const CLEAR_LINE = '\r\u001b[K';

/** Shows the progress until it ends. */
export class Progress {
  readonly #options: ProgressOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #isReplaced: boolean;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#isReplaced = options.terminal.isErrInteractive && !options.isQuiet;
    this.#timer = setInterval(() => this.#show(), this.#isReplaced ? 200 : 10_000).unref();
  }

  /** Writes a note above the line. */
  note(text: string): void {
    this.#clear();
    this.#options.terminal.note(text);
  }

  /** Stops, and removes the line. */
  end(): void {
    clearInterval(this.#timer);
    this.#clear();
  }

  #clear(): void {
    if (this.#isReplaced) process.stderr.write(CLEAR_LINE);
  }

  #show(): void {
    const line = this.#line();
    if (!this.#isReplaced) this.#options.terminal.note(line);
    else process.stderr.write(`${CLEAR_LINE}${line.slice(0, (process.stderr.columns || 120) - 1)}`);
  }

  #line(): string {
    const { stats, lines } = this.#options;
    const rate = stats.finished / stats.seconds;
    const parts = [`${count(stats.found + stats.notFound)} done`, `${rate.toFixed(1)}/s`, stats.credits];
    if (stats.failures > 0) parts.splice(1, 0, `${count(stats.failures)} failed`);
    if (!lines) return [`line ${count(stats.line)}`, ...parts].join(' · ');
    if (rate > 0) parts.push(`${clockTime((lines - stats.line) / rate)} left`);
    return [`${Math.floor(Math.min(1, stats.line / lines) * 100)}%`, ...parts].join(' · ');
  }
}
