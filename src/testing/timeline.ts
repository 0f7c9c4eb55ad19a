/** Events in the order of their times: the timers of a virtual clock, the changes of a living market. */

/** Something that happens at a time. */
export interface TimedEvent {
  /** When it happens [milliseconds since the epoch]. */
  readonly at: number;
  readonly run: (at: number) => void;
}

/** A queue of events. Events of the same time keep the order in which they were added. */
export class Timeline {
  /** The latest first, so that the next one is at the end. */
  readonly #events: TimedEvent[] = [];

  get size(): number {
    return this.#events.length;
  }

  add(event: TimedEvent): void {
    this.#events.splice(this.#events.findLastIndex(({ at }) => at > event.at) + 1, 0, event);
  }

  remove(event: TimedEvent): void {
    const index = this.#events.lastIndexOf(event);
    if (index >= 0) this.#events.splice(index, 1);
  }

  /** Returns the next event up to a time. */
  next(until: number): TimedEvent | undefined {
    const next = this.#events.at(-1);
    return next !== undefined && next.at <= until ? next : undefined;
  }
}
