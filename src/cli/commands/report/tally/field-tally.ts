/** How often the fields of a schema are present in data, by marketplace. */
import { z } from 'zod';
import { dataSchemas } from '../../../../contract/data/index.ts';
import { PAGE_TYPES, type PageTypeInfo, pageTypes } from '../../../../contract/page-types.ts';
import { entrySchemaOf, objectsOf } from '../../../../tables/fields.ts';
import type { Row } from '../../../../tables/rows.ts';
import { recordsAt } from '../unchecked.ts';
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

/** Counts the fields of one schema. A row is the data of a page, or an entry of its list. */
export class FieldTally {
  readonly pageType: string;
  /** `product`, `storefront (brand)`, or `search: each of shallow_parts`. */
  readonly title: string;
  /** Fields that the schema does not have. */
  readonly unknown = new TopK(UNKNOWN_KEPT);
  readonly #schema: z.ZodObject;
  readonly #rowsOf: (data: Row) => readonly Row[];
  /** By field and marketplace; the empty name counts the rows. */
  readonly #present = new CountTable();
  readonly #nulls = new CountTable();

  constructor(pageType: string, suffix: string, schema: z.ZodObject, rowsOf: (data: Row) => readonly Row[]) {
    this.pageType = pageType;
    this.title = pageType + suffix;
    this.#schema = schema;
    this.#rowsOf = rowsOf;
  }

  add(data: Row, marketplace: string): void {
    for (const row of this.#rowsOf(data)) {
      this.#present.add('', marketplace);
      for (const [name, value] of Object.entries(row)) {
        if (!Object.hasOwn(this.#schema.shape, name)) {
          this.unknown.add(name);
          continue;
        }
        this.#present.add(name, marketplace);
        if (value === null) this.#nulls.add(name, marketplace);
      }
    }
  }

  /** The number of rows in a marketplace, or in all. */
  rows(marketplace?: string): number {
    return marketplace === undefined ? this.#present.sumOfRow('') : this.#present.at('', marketplace);
  }

  /** The marketplaces, the one with the most rows first. */
  get marketplaces(): string[] {
    return this.#present.columnsOf('');
  }

  /** All fields in the order of the schema. */
  fields(): FieldCount[] {
    return Object.entries(this.#schema.shape).map(([name, field]: [string, unknown]) => ({
      name,
      isRequired: !(field instanceof z.ZodExactOptional || field instanceof z.ZodOptional),
      missing: this.rows() - this.#present.sumOfRow(name),
      nulls: this.#nulls.sumOfRow(name),
    }));
  }

  /** The number of rows of a marketplace that lack a field. */
  missingIn(marketplace: string, name: string): number {
    return this.rows(marketplace) - this.#present.at(name, marketplace);
  }
}

/** A tally for the data of each page type, or for each kind of its data, and for the entries of its list. */
export function fieldTallies(): FieldTally[] {
  return PAGE_TYPES.flatMap((pageType) => {
    const objects = objectsOf(dataSchemas[pageType]);
    const own = objects.map((object) => {
      const kind =
        objects.length > 1
          ? Object.entries(object.shape).find(([, field]) => field instanceof z.ZodLiteral)
          : undefined;
      if (!(kind?.[1] instanceof z.ZodLiteral)) return new FieldTally(pageType, '', object, (data) => [data]);
      const [name, { value }] = [kind[0], kind[1]];
      return new FieldTally(pageType, ` (${value})`, object, (data) => (data[name] === value ? [data] : []));
    });
    const { list }: PageTypeInfo = pageTypes[pageType];
    if (list === undefined) return own;
    const entries = objectsOf(entrySchemaOf(dataSchemas[pageType], list));
    const rowsOf = (data: Row) => recordsAt(data, list);
    return [...own, ...entries.map((object) => new FieldTally(pageType, `: each of ${list}`, object, rowsOf))];
  });
}
