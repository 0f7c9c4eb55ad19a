/** The counts of a batch so far, and the summary at its end. */
import type { EventListener } from '../../../client/events.ts';
import { UNLIMITED_CREDITS } from '../../../contract/envelope.ts';
import { clockTime, count, counted } from '../../../display/text.ts';
import type { BatchProgress } from '../../../paging/index.ts';

/** Counts of a batch. */
export class BatchStats {
  readonly #startedAt = performance.now();
  found = 0;
  notFound = 0;
  /** Failed calls by error code. */
  readonly failed: Map<string, number> = new Map();
  /** Invalid inputs. */
  invalid = 0;
  /** Inputs with a result of an earlier run. */
  resumed = 0;
  /** Inputs that are equal to an earlier input. */
  duplicates = 0;
  /** Inputs that share the call of an earlier input, and differ in columns of the user's own. */
  copied = 0;
  /** Credits that the calls cost, and that are left where a response says so. */
  spending: Pick<BatchProgress, 'creditsConsumed' | 'creditsRemaining'> = {
    creditsConsumed: 0,
    creditsRemaining: undefined,
  };
  retries = 0;
  /** Fields in responses of a service that differ from the contract. */
  drifts = 0;
  /** Gaps of pages by kind. */
  readonly gaps: Map<string, number> = new Map();
  /** Lists that are not complete, by reason. */
  readonly incomplete: Map<string, number> = new Map();
  /** Line of the last input that was read. */
  line = 0;

  /** Counts retries and drift. */
  readonly onEvent: EventListener = (event) => {
    if (event.type === 'retry') this.retries++;
    if (event.type === 'drift') this.drifts++;
  };

  /** Failed calls. */
  get failures(): number {
    return sum(this.failed);
  }

  /** Finished calls. */
  get finished(): number {
    return this.found + this.notFound + this.failures;
  }

  /** Seconds since the start. */
  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1000;
  }

  /** Credits spent, and credits left where they are limited. */
  get credits(): string {
    const { creditsConsumed, creditsRemaining: left = UNLIMITED_CREDITS } = this.spending;
    const spent = counted(creditsConsumed, 'credit');
    return left < UNLIMITED_CREDITS ? `${spent}, ${count(left)} left` : spent;
  }

  /** The lines of the summary. Zeros are left out. */
  summary(paths: { results: string | undefined; failures: string | undefined }): string[] {
    const rate = this.seconds > 0 ? ` (${(this.finished / this.seconds).toFixed(1)}/s)` : '';
    return summaryLines({
      calls: `${count(this.finished)} in ${clockTime(this.seconds)}${rate}`,
      found: count(this.found),
      'not found': this.notFound,
      failed: this.failed,
      invalid: this.invalid,
      'done before': this.resumed,
      duplicates: this.duplicates,
      'same call': this.copied,
      retries: this.retries,
      drift: this.drifts,
      gaps: this.gaps,
      incomplete: this.incomplete,
      spent: this.credits,
      ...paths,
    });
  }
}

/** Adds one to a count. */
export function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** A line for each value that is not zero: its name, then the value. Counts by kind are listed, the most frequent first. */
export function summaryLines(
  values: Readonly<Record<string, string | number | ReadonlyMap<string, number> | undefined>>,
): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const text = typeof value === 'string' || value === undefined ? value : countsText(value);
    return text ? [`${name.padEnd(13)}${text}`] : [];
  });
}

function countsText(value: number | ReadonlyMap<string, number>): string | undefined {
  if (typeof value === 'number') return value === 0 ? undefined : count(value);
  const kinds = [...value].sort(([, a], [, b]) => b - a).map(([kind, times]) => `${kind} ${count(times)}`);
  return value.size === 0 ? undefined : `${count(sum(value))} (${kinds.join(', ')})`;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, value) => total + value, 0);
}
