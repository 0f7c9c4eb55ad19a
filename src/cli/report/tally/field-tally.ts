/** How often the fields of a schema are present in data, by marketplace. */
import { sum } from 'd3-array';
import { z } from 'zod';
import { PAGE_TYPES } from '../../../contract/codes.ts';
import { dataSchemas } from '../../../contract/endpoints.ts';
import { entrySchemaOf, objectsOf, ROW_PLACES } from '../../output/columns.ts';
import type { Row } from '../../output/rows.ts';
import { recordsAt } from '../../results/unchecked.ts';
import { CountTable } from './count-table.ts';
import { TopK } from './top-k.ts';

/** How many names of unknown fields are kept. */
const UNKNOWN_KEPT = 100;

/** How often a field is missing or `null`. */
export interface FieldCount {
  name: string;
  isRequired: boolean;
  missing: number;
  nulls: number;
}

/** Counts the fields of one schema: the data of a page type, or the entries of its list. */
export class FieldTally {
  readonly pageType: string;
  /** `product`, `storefront (brand)`, or `search: each of shallow_parts`. */
  readonly title: string;
  /** Whether the schema is that of a list's entries. */
  readonly isList: boolean;
  /** Fields that the schema does not have. */
  readonly unknown = new TopK(UNKNOWN_KEPT);
  /** Whether each field of the schema is required. */
  readonly #fields: ReadonlyMap<string, boolean>;
  readonly #present = new CountTable();
  readonly #nulls = new Map<string, number>();
  readonly #rows = new Map<string, number>();
  readonly #rowsIn: (data: Row) => readonly Row[];

  constructor(pageType: string, schema: z.ZodObject, rowsIn: (data: Row) => readonly Row[], suffix: string) {
    this.pageType = pageType;
    this.title = pageType + suffix;
    this.isList = suffix.startsWith(':');
    this.#rowsIn = rowsIn;
    this.#fields = new Map(Object.entries(schema.shape).map(([name, field]) => [name, isRequired(field)]));
  }

  add(data: Row, marketplace: string): void {
    for (const row of this.#rowsIn(data)) {
      this.#rows.set(marketplace, (this.#rows.get(marketplace) ?? 0) + 1);
      for (const [name, value] of Object.entries(row)) {
        if (!this.#fields.has(name)) this.unknown.add(name);
        else {
          this.#present.add(name, marketplace);
          if (value === null) this.#nulls.set(name, (this.#nulls.get(name) ?? 0) + 1);
        }
      }
    }
  }

  /** How many rows there are in a marketplace, or in all. */
  rows(marketplace?: string): number {
    return marketplace === undefined ? sum(this.#rows.values()) : (this.#rows.get(marketplace) ?? 0);
  }

  /** The marketplaces, the one with the most rows first. */
  get marketplaces(): string[] {
    return [...this.#rows].sort(([, one], [, other]) => other - one).map(([marketplace]) => marketplace);
  }

  /** All fields in the order of the schema. */
  fields(): FieldCount[] {
    const rows = this.rows();
    return [...this.#fields].map(([name, isRequired]) => ({
      name,
      isRequired,
      missing: rows - this.#present.sumOfRow(name),
      nulls: this.#nulls.get(name) ?? 0,
    }));
  }

  /** In how many rows of a marketplace a field is missing. */
  missingIn(marketplace: string, name: string): number {
    return this.rows(marketplace) - this.#present.at(name, marketplace);
  }
}

function isRequired(field: unknown): boolean {
  return !(field instanceof z.ZodExactOptional || field instanceof z.ZodOptional);
}

/** A tally for each schema of the contract, in its order. */
export function fieldTallies(): FieldTally[] {
  return PAGE_TYPES.flatMap((pageType) => {
    const schema = dataSchemas[pageType];
    const objects = objectsOf(schema);
    const own = objects.map((object) => {
      const [name, value] = (objects.length > 1 && discriminatorOf(object)) || [];
      const rowsIn = (data: Row) => (name === undefined || data[name] === value ? [data] : []);
      return new FieldTally(pageType, object, rowsIn, name === undefined ? '' : ` (${value})`);
    });
    const { list } = ROW_PLACES[pageType];
    if (list === undefined) return own;
    const entries = objectsOf(entrySchemaOf(schema, list)).map(
      (object) => new FieldTally(pageType, object, (data) => recordsAt(data, list), `: each of ${list}`),
    );
    return [...own, ...entries];
  });
}

/** The field whose value tells the members of a union apart, and its value. */
function discriminatorOf({ shape }: z.ZodObject): [name: string, value: unknown] | undefined {
  const literal = Object.entries(shape).find(([, field]) => field instanceof z.ZodLiteral);
  return literal?.[1] instanceof z.ZodLiteral ? [literal[0], literal[1].value] : undefined;
}
