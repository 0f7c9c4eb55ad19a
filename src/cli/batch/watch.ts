/** What calls tell on their way: retries, parts that pages lack. */
import type { EventListener } from '../../call/events.ts';
import type { Gap } from '../../contract/gap.ts';
import { countIn, type Tally } from './tally.ts';

/** Counts what calls tell, and keeps what pages lack until their answers come. */
export class Watch {
  readonly #tally: Tally;
  readonly #gaps = new Map<string, Gap[]>();

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** Hears of all calls. */
  readonly listener: EventListener = (event) => {
    if (event.type === 'retry') this.#tally.retries++;
    if (event.type === 'drift') this.#tally.drifts++;
    if (event.type === 'gaps') {
      this.#gaps.set(event.request_id, event.gaps);
      for (const { kind } of event.gaps) countIn(this.#tally.gaps, kind);
    }
  };

  /** What the page of a call lacked; it is told once. */
  gapsOf(requestId: string | undefined): readonly Gap[] | undefined {
    if (requestId === undefined) return undefined;
    const gaps = this.#gaps.get(requestId);
    this.#gaps.delete(requestId);
    return gaps;
  }
}
