/** Counts by two names: a row and a column. */
export class CountTable {
  readonly #rows = new Map<string, Map<string, number>>();

  add(row: string, column: string, times = 1): void {
    const cells = this.#rows.get(row) ?? new Map<string, number>();
    this.#rows.set(row, cells);
    cells.set(column, (cells.get(column) ?? 0) + times);
  }

  /** The rows' names, the largest first. */
  get rows(): string[] {
    return [...this.#rows.keys()].sort((one, other) => this.sum(other) - this.sum(one));
  }

  /** A cell. */
  at(row: string, column: string): number {
    return this.#rows.get(row)?.get(column) ?? 0;
  }

  /** All of a row, or of the table. */
  sum(row?: string): number {
    const rows = row === undefined ? [...this.#rows.values()] : [this.#rows.get(row) ?? new Map<string, number>()];
    return rows.reduce((sum, cells) => sum + [...cells.values()].reduce((all, count) => all + count, 0), 0);
  }

  /** All of a column. */
  sumOf(column: string): number {
    return [...this.#rows.keys()].reduce((sum, row) => sum + this.at(row, column), 0);
  }

  /** Whether a row or column has anything. */
  has(row: string): boolean {
    return this.#rows.has(row);
  }
}
