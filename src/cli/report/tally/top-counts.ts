/** How often each name was seen, in bounded memory: the frequent ones are kept, however many there are. */

/** So many names are kept at least. */
const KEPT = 10_000;

/** A name, and how often it was seen. */
export interface TopCount {
  key: string;
  /** What it is called: what was told when it was first seen. */
  label: string;
  count: number;
}

/** Names, counted. Exact until twice as many were seen as are kept. */
export class TopCounts {
  readonly #kept: number;
  #counts = new Map<string, TopCount>();
  #total = 0;
  #shortfall = 0;

  constructor(kept = KEPT) {
    this.#kept = kept;
  }

  add(key: string, label = key): void {
    this.#total++;
    const known = this.#counts.get(key);
    if (known !== undefined) known.count++;
    else this.#counts.set(key, { key, label, count: 1 });
    if (this.#counts.size > 2 * this.#kept) this.#drop();
  }

  /** How many times any name was added. */
  get total(): number {
    return this.#total;
  }

  /** By how much the count of any name can be short: 0 as long as all are exact. */
  get shortfall(): number {
    return this.#shortfall;
  }

  /** The most frequent first; those of one count in their order of first sight. */
  sorted(): TopCount[] {
    return [...this.#counts.values()].sort((one, other) => other.count - one.count);
  }

  #drop(): void {
    const sorted = this.sorted();
    this.#shortfall += sorted[this.#kept]?.count ?? 0;
    this.#counts = new Map(sorted.slice(0, this.#kept).map((entry) => [entry.key, entry]));
  }
}
