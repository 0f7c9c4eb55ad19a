/** The times of the next looks. */

/** A target and the time of its next look. */
export interface DueTarget {
  readonly id: string;
  /** When the look is due [milliseconds since the epoch]. */
  readonly at: number;
  /** Of looks that are due at the same time, the one that was set first comes first. */
  readonly order: number;
}

/** Targets in the order of their next looks: a binary heap, so that 100,000 targets need no timers. What was replaced or removed stays in it until it is first. */
export class DueTargets {
  #heap: DueTarget[] = [];
  readonly #current = new Map<string, DueTarget>();
  #count = 0;

  /** The target whose look is due first. */
  get first(): DueTarget | undefined {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (this.#current.get(first.id) === first) return first;
      const last = this.#heap.pop();
      if (last !== undefined && last !== first) this.#sink(last);
    }
    return undefined;
  }

  /** Sets the time of the next look. */
  set(id: string, at: number): void {
    const target = { id, at, order: this.#count++ };
    this.#current.set(id, target);
    let place = this.#heap.push(target) - 1;
    for (let above = (place - 1) >> 1; place > 0 && isBefore(target, this.#heap[above]); above = (place - 1) >> 1) {
      this.#heap[place] = this.#heap[above] as DueTarget;
      place = above;
    }
    this.#heap[place] = target;
  }

  /** Removes a target. */
  delete(id: string): void {
    this.#current.delete(id);
  }

  /** Moves all times [milliseconds]. */
  shift(ms: number): void {
    // The order stays, so that it is still a heap.
    this.#heap = [...this.#current.values()].sort((one, other) => (isBefore(one, other) ? -1 : 1));
    this.#heap = this.#heap.map((target) => ({ ...target, at: target.at + ms }));
    for (const target of this.#heap) this.#current.set(target.id, target);
  }

  /** Puts a target at the top, and the earlier ones above it. */
  #sink(target: DueTarget): void {
    let place = 0;
    for (;;) {
      const right = 2 * place + 2;
      const child = isBefore(this.#heap[right], this.#heap[right - 1]) ? right : right - 1;
      const earlier = this.#heap[child];
      if (earlier === undefined || isBefore(target, earlier)) break;
      this.#heap[place] = earlier;
      place = child;
    }
    this.#heap[place] = target;
  }
}

function isBefore(one: DueTarget | undefined, other: DueTarget | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
