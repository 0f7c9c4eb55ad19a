import { sum } from 'd3-array';

/** A table of counts with named rows and columns. */
export class CountTable {
  readonly #rows = new Map<string, Map<string, number>>();

  add(row: string, column: string): void {
    const cells = this.#rows.get(row) ?? new Map<string, number>();
    this.#rows.set(row, cells);
    cells.set(column, (cells.get(column) ?? 0) + 1);
  }

  /** The names of the rows, the largest row first. */
  get rows(): string[] {
    return [...this.#rows.keys()].sort((one, other) => this.sumOfRow(other) - this.sumOfRow(one));
  }

  /** The names of a row's columns, the largest count first. */
  columnsOf(row: string): string[] {
    const cells = [...(this.#rows.get(row) ?? [])];
    return cells.sort(([, one], [, other]) => other - one).map(([column]) => column);
  }

  /** How many rows the table has. */
  get size(): number {
    return this.#rows.size;
  }

  has(row: string): boolean {
    return this.#rows.has(row);
  }

  at(row: string, column: string): number {
    return this.#rows.get(row)?.get(column) ?? 0;
  }

  sumOfRow(row: string): number {
    return sum(this.#rows.get(row)?.values() ?? []);
  }

  sumOfColumn(column: string): number {
    return sum(this.#rows.values(), (cells) => cells.get(column));
  }

  sum(): number {
    return sum(this.#rows.values(), (cells) => sum(cells.values()));
  }
}
