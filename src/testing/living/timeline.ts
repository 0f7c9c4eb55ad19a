/** The events of a living marketplace in the order of their times. */

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

  /** Adds an event. */
  add(event: TimedEvent): void {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle] as TimedEvent).at > event.at) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, event);
  }

  /** Runs everything up to a time, also what is added meanwhile. An event that throws stays: each later run throws its error again. */
  runUntil(time: number): void {
    for (let next = this.#events.at(-1); next !== undefined && next.at <= time; next = this.#events.at(-1)) {
      this.#events.pop();
      try {
        next.run(next.at);
      } catch (error) {
        this.#events.push(next);
        throw error;
      }
    }
  }
}
