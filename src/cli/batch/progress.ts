/** How far a batch is, on standard error: a bar where a person looks, else a line every so often. */
import { count, counted } from '../counts.ts';
import type { Terminal } from '../terminal.ts';
import type { Tally } from './tally.ts';

/** What progress is shown on. */
export interface ProgressOptions {
  terminal: Terminal;
  tally: Tally;
  /** Lines of the input, when they can be counted. */
  lines: number | undefined;
  isQuiet: boolean;
  /** Writes on standard error without a line end. */
  write?: (text: string) => void;
  /** Milliseconds between two looks. @default 200 for a bar, 10_000 for lines */
  everyMs?: number;
}

const BAR_WIDTH = 20;
/** The rate is that of the last so many looks, but no less than of these seconds. */
const WINDOW_SECONDS = 30;
const CLEAR = '\r\u001b[K';

interface Sample {
  seconds: number;
  ended: number;
}

/** Shows how far a batch is until it is ended. */
export class Progress {
  readonly #options: ProgressOptions;
  readonly #write: (text: string) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #samples: Sample[] = [{ seconds: 0, ended: 0 }];
  readonly #hasBar: boolean;

  constructor(options: ProgressOptions) {
    const { terminal, isQuiet, everyMs, write = (text) => void process.stderr.write(text) } = options;
    this.#options = options;
    this.#write = write;
    this.#hasBar = terminal.isErrInteractive && !isQuiet;
    this.#timer = setInterval(() => this.show(), everyMs ?? (this.#hasBar ? 200 : 10_000));
    this.#timer.unref();
  }

  /** Says something on a line of its own. */
  note(text: string): void {
    if (this.#hasBar) this.#write(CLEAR);
    this.#options.terminal.note(text);
  }

  /** Takes the bar away. */
  end(): void {
    clearInterval(this.#timer);
    if (this.#hasBar) this.#write(CLEAR);
  }

  private show(): void {
    const { terminal } = this.#options;
    if (this.#hasBar) this.#write(`${CLEAR}${this.text(true).slice(0, (process.stderr.columns || 120) - 1)}`);
    else terminal.note(this.text(false));
  }

  private text(hasBar: boolean): string {
    const { tally, lines } = this.#options;
    const rate = this.rate();
    const share = lines === undefined || lines === 0 ? undefined : Math.min(1, tally.line / lines);
    const left = lines === undefined || rate === 0 ? undefined : (lines - tally.line) / rate;
    const parts = [
      share === undefined
        ? `line ${count(tally.line)}`
        : `${hasBar ? `${bar(share)} ` : ''}${Math.floor(share * 100)}%`,
      `${count(tally.found + tally.notFound)} done`,
      tally.failures === 0 ? '' : `${count(tally.failures)} failed`,
      `${rate.toFixed(1)}/s`,
      credits(tally),
      left === undefined ? '' : `${clock(left)} left`,
    ];
    return parts.filter((part) => part !== '').join(' · ');
  }

  /** Calls a second, of late. */
  private rate(): number {
    const { seconds, ended } = this.#options.tally;
    const samples = this.#samples;
    samples.push({ seconds, ended });
    while (samples.length > 2 && seconds - (samples[1]?.seconds ?? 0) > WINDOW_SECONDS) samples.shift();
    const first = samples[0] ?? { seconds: 0, ended: 0 };
    return seconds === first.seconds ? 0 : (ended - first.ended) / (seconds - first.seconds);
  }
}

/** What was spent, and what is left where that is limited. */
export function credits({ creditsSpent, creditsLeft }: Tally): string {
  const spent = counted(creditsSpent, 'credit');
  const isLimited = creditsLeft !== undefined && creditsLeft < Number.MAX_SAFE_INTEGER;
  return isLimited ? `${spent}, ${count(creditsLeft)} left` : spent;
}

/** A time as people read it: 45 s, 2:05 min, 3:02:05 h. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${two(whole % 60)} min`;
  return `${count(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(whole % 60)} h`;
}

function bar(share: number): string {
  const full = Math.round(share * BAR_WIDTH);
  return '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
}
