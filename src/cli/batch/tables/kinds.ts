/** What the cells of a column hold: by the schema where the data agree, else by the data. */
import type { Column } from '../../output/columns.ts';
import { cellText } from '../../output/csv.ts';

/** What a cell holds. */
export type Kind = Column['kind'];

/** Learns what the cells of a column hold. */
export class ColumnKind {
  readonly #named: Kind | undefined;
  readonly #met = new Set<Kind>();

  /** @param named What the schema says. */
  constructor(named: Kind | undefined) {
    this.#named = named;
  }

  /** Looks at a cell. */
  add(value: unknown): void {
    const kind = kindOf(value);
    if (kind !== undefined) this.#met.add(kind);
  }

  /** What holds all cells: a service can send what the schema does not say. */
  get kind(): Kind {
    const met = [...this.#met];
    const [first = 'string'] = met;
    if (this.#named !== undefined && met.every((kind) => holds(this.#named, kind))) return this.#named;
    if (met.every((kind) => kind === first)) return first;
    if (met.every((kind) => holds('number', kind))) return 'number';
    return met.includes('json') ? 'json' : 'string';
  }
}

/** A cell as its column's kind wants it. */
export function cellOf(value: unknown, kind: Kind): unknown {
  if (value === undefined || value === null) return null;
  if (kind === 'string') return cellText(value);
  return kind === 'integer' && typeof value === 'number' ? BigInt(value) : value;
}

function kindOf(value: unknown): Kind | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? 'string' : 'json';
}

function holds(column: Kind | undefined, cell: Kind): boolean {
  return column === cell || column === 'json' || (column === 'number' && cell === 'integer');
}
