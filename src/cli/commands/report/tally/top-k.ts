/** The most frequent names, in bounded memory. */

/** A name and how often it occurs. */
export interface TopCount {
  key: string;
  /** The label with which the key was first added. */
  label: string;
  count: number;
}

/** Counts names. Exact until there are more than twice as many names as are kept. */
export class TopK {
  readonly #kept: number;
  #counts = new Map<string, TopCount>();
  /** How many times any name was added. */
  total = 0;
  /** By how much a count can be too low; 0 while all counts are exact. */
  shortfall = 0;

  constructor(kept = 10_000) {
    this.#kept = kept;
  }

  add(key: string, label = key): void {
    this.total++;
    const known = this.#counts.get(key);
    if (known !== undefined) known.count++;
    else this.#counts.set(key, { key, label, count: 1 });
    if (this.#counts.size > 2 * this.#kept) this.#dropRare();
  }

  /** The most frequent name first; names with equal counts in the order they were added. */
  sorted(): TopCount[] {
    return [...this.#counts.values()].sort((one, other) => other.count - one.count);
  }

  #dropRare(): void {
    const sorted = this.sorted();
    this.shortfall += sorted[this.#kept]?.count ?? 0;
    this.#counts = new Map(sorted.slice(0, this.#kept).map((entry) => [entry.key, entry]));
  }
}
