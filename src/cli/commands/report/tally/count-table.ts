import { sum } from 'd3-array';

/** A table of counts with named rows and columns. */
export class CountTable<Row = string> {
  readonly #rows = new Map<Row, Map<string, number>>();

  add(row: Row, column: string, times = 1): void {
    const cells = this.#rows.get(row) ?? new Map<string, number>();
    this.#rows.set(row, cells.set(column, (cells.get(column) ?? 0) + times));
  }

  /** The names of the rows, the largest row first. */
  get rows(): Row[] {
    return [...this.#rows.keys()].sort((one, other) => this.sumOfRow(other) - this.sumOfRow(one));
  }

  /** The names of a row's columns, the largest count first. */
  columnsOf(row: Row): string[] {
    const cells = [...(this.#rows.get(row) ?? [])];
    return cells.sort(([, one], [, other]) => other - one).map(([column]) => column);
  }

  /** How many rows the table has. */
  get size(): number {
    return this.#rows.size;
  }

  has(row: Row): boolean {
    return this.#rows.has(row);
  }

  at(row: Row, column: string): number {
    return this.#rows.get(row)?.get(column) ?? 0;
  }

  sumOfRow(row: Row): number {
    return sum(this.#rows.get(row)?.values() ?? []);
  }

  sumOfColumn(column: string): number {
    return sum(this.#rows.values(), (cells) => cells.get(column));
  }

  sum(): number {
    return sum(this.#rows.values(), (cells) => sum(cells.values()));
  }

  /** A table with the same counts in fewer rows. */
  mergeRows(rowOf: (row: Row) => Row): CountTable<Row> {
    const merged = new CountTable<Row>();
    for (const [row, cells] of this.#rows) for (const [column, times] of cells) merged.add(rowOf(row), column, times);
    return merged;
  }
}
