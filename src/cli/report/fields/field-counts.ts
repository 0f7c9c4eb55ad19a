/** How often each field of a shape is there, by marketplace. */
import type { Row } from '../../output/rows.ts';
import type { Shape } from './shapes.ts';

/** So many fields that the schema does not know are kept. */
const UNKNOWN_KEPT = 100;

/** How often a field is missing or `null`. */
export interface FieldCount {
  name: string;
  required: boolean;
  missing: number;
  /** Said to be nothing: `null` has a meaning of its own. */
  nulls: number;
}

/** What was seen of a field. */
interface Seen {
  required: boolean;
  /** How often it was there, by marketplace. */
  there: Map<string, number>;
  nulls: number;
}

/** The counts of a shape. */
export class FieldCounts {
  readonly shape: Shape;
  readonly #rows = new Map<string, number>();
  readonly #fields: ReadonlyMap<string, Seen>;
  readonly #unknown = new Map<string, number>();

  constructor(shape: Shape) {
    this.shape = shape;
    this.#fields = new Map(
      [...shape.fields].map(([name, { required }]) => [name, { required, there: new Map<string, number>(), nulls: 0 }]),
    );
  }

  add(row: Row, place: string): void {
    increase(this.#rows, place);
    for (const name of Object.keys(row)) {
      const field = this.#fields.get(name);
      if (field === undefined) this.#addUnknown(name);
      else {
        increase(field.there, place);
        if (row[name] === null) field.nulls++;
      }
    }
  }

  /** How many rows were seen, in a marketplace or in all. */
  rows(place?: string): number {
    return place === undefined ? sumOf(this.#rows) : (this.#rows.get(place) ?? 0);
  }

  /** The marketplaces, the one with most rows first. */
  get places(): string[] {
    return [...this.#rows].sort(([, one], [, other]) => other - one).map(([place]) => place);
  }

  /** All fields, in the schema's order. */
  fields(): FieldCount[] {
    const rows = this.rows();
    return [...this.#fields].map(([name, { required, there, nulls }]) => ({
      name,
      required,
      missing: rows - sumOf(there),
      nulls,
    }));
  }

  /** In how many rows of a marketplace a field is missing. */
  missingIn(place: string, name: string): number {
    return this.rows(place) - (this.#fields.get(name)?.there.get(place) ?? 0);
  }

  /** Fields that the schema does not know, the most frequent first. */
  unknown(): [name: string, count: number][] {
    return [...this.#unknown].sort(([, one], [, other]) => other - one);
  }

  #addUnknown(name: string): void {
    if (this.#unknown.has(name) || this.#unknown.size < UNKNOWN_KEPT) increase(this.#unknown, name);
  }
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
