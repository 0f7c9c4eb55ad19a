/** The times of the next looks. */

/** A target and the time of its next look. */
export interface DueTarget {
  readonly id: string;
  /** When the look is due [milliseconds since the epoch]. */
  readonly at: number;
  /** Of looks that are due at the same time, the one that was set first comes first. */
  readonly order: number;
}

/** Targets in the order of their next looks: a binary heap, so that 100,000 targets need no timers. */
export class DueTargets {
  readonly #heap: DueTarget[] = [];
  readonly #places = new Map<string, number>();
  #count = 0;

  get size(): number {
    return this.#heap.length;
  }

  /** The target whose look is due first. */
  get first(): DueTarget | undefined {
    return this.#heap[0];
  }

  /** Sets the time of the next look. */
  set(id: string, at: number): void {
    this.delete(id);
    this.#heap.push({ id, at, order: this.#count++ });
    this.#rise(this.#heap.length - 1);
  }

  /** Removes a target. */
  delete(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    const last = this.#heap.pop();
    if (last === undefined || place === this.#heap.length) return;
    this.#put(place, last);
    this.#rise(place);
    this.#sink(place);
  }

  /** Moves all times [milliseconds]. */
  shift(ms: number): void {
    for (const [place, target] of this.#heap.entries()) this.#heap[place] = { ...target, at: target.at + ms };
  }

  #put(place: number, target: DueTarget): void {
    this.#heap[place] = target;
    this.#places.set(target.id, place);
  }

  #rise(from: number): void {
    const target = this.#heap[from];
    if (target === undefined) return;
    let place = from;
    while (place > 0) {
      const above = Math.floor((place - 1) / 2);
      const parent = this.#heap[above];
      if (parent === undefined || isBefore(parent, target)) break;
      this.#put(place, parent);
      place = above;
    }
    this.#put(place, target);
  }

  #sink(from: number): void {
    const target = this.#heap[from];
    if (target === undefined) return;
    let place = from;
    for (;;) {
      const left = this.#heap[2 * place + 1];
      const right = this.#heap[2 * place + 2];
      const isRight = right !== undefined && left !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (child === undefined || isBefore(target, child)) break;
      this.#put(place, child);
      place = 2 * place + (isRight ? 2 : 1);
    }
    this.#put(place, target);
  }
}

function isBefore(one: DueTarget, other: DueTarget): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
