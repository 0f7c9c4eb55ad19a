/** The times of the next looks. */

/** A target and the time of its next look. */
export interface DueTarget {
  readonly id: string;
  /** When the look is due [milliseconds since the epoch]. */
  readonly at: number;
}

/** So many entries that are over are removed together. */
const MOST_OVER = 1_000;

/**
 * Targets in the order of their next looks: one sorted list, so that 100,000 targets need no timers. A new time is mostly one of the last. What was
 * replaced or removed stays in the list until it is first.
 */
export class DueTargets {
  #list: DueTarget[] = [];
  /** Entries at the start of the list that are over. */
  #over = 0;
  readonly #current = new Map<string, DueTarget>();

  /** The target whose look is due first; of several, the one that was set first. */
  get first(): DueTarget | undefined {
    for (let first = this.#list[this.#over]; first !== undefined; first = this.#list[this.#over]) {
      if (this.#current.get(first.id) === first) return first;
      if (++this.#over < MOST_OVER) continue;
      this.#list.splice(0, this.#over);
      this.#over = 0;
    }
    return undefined;
  }

  /** Sets the time of the next look. */
  set(id: string, at: number): void {
    const target = { id, at };
    this.#current.set(id, target);
    let [low, high] = [this.#over, this.#list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#list[middle]?.at ?? at) > at) high = middle;
      else low = middle + 1;
    }
    this.#list.splice(low, 0, target);
  }

  /** Removes a target. */
  delete(id: string): void {
    this.#current.delete(id);
  }

  /** Moves all times [milliseconds]. */
  shift(ms: number): void {
    const current = this.#list.slice(this.#over).filter((target) => this.#current.get(target.id) === target);
    this.#list = current.map((target) => ({ ...target, at: target.at + ms }));
    this.#over = 0;
    for (const target of this.#list) this.#current.set(target.id, target);
  }
}
