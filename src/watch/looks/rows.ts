/** Tables from the data of a page to values. */

import type { Coupon, PromotionInfo } from '../../contract/generated/shared.ts';
import { isRecord } from '../../contract/json.ts';
import type { Values } from '../look.ts';
import type { Part } from './parts.ts';
import { type Reading, unlessNull } from './reading.ts';

/** How a value is read. */
interface Row<Data, Value> {
  /** The fields that it is read from: paths in the data. The first one is the `field` of changes. */
  fields: readonly [string, ...string[]];
  /** If one of these parts of the page is unclear, a value that says that something is absent is unknown. */
  parts?: readonly Part[];
  /** Whether a value says that something is absent. @default whether it is `null` */
  isAbsence?: (value: Value) => boolean;
  /** Returns the value; `null` if the page shows that there is none; `undefined` if it is unknown. */
  read: (data: Data) => Value | undefined;
}

/** A row for each value that a type of page shows. */
export type Rows<Data> = { readonly [Name in keyof Values]?: Row<Data, Exclude<Values[Name], undefined>> };

/** Reads the values of a page. Those that are unknown, or have another type, are absent. */
export function readRows<Data>(rows: Rows<Data>, data: Data, reading: Reading): Values {
  const known = rowsOf(rows).flatMap(([name, { fields, parts = [], isAbsence = isNull, read }]) => {
    const value = read(data);
    if (value === undefined || !reading.accepts(name, value, fields[0])) return [];
    return isAbsence(value) && parts.some((part) => reading.unclear.has(part)) ? [] : [[name, value]];
  });
  return Object.fromEntries(known) as Values;
}

/** Returns all fields of a table. */
export function fieldsIn<Data>(rows: Rows<Data>): string[] {
  return rowsOf(rows).flatMap(([, { fields }]) => fields);
}

/** Returns the field of each value of a table. */
export function fieldNamesOf<Data>(rows: Rows<Data>): Partial<Record<keyof Values, string>> {
  return Object.fromEntries(rowsOf(rows).map(([name, { fields }]) => [name, fields[0]]));
}

function isNull(value: unknown): boolean {
  return value === null;
}

function rowsOf<Data>(rows: Rows<Data>): [keyof Values, Row<Data, unknown>][] {
  return Object.entries(rows) as [keyof Values, Row<Data, unknown>][];
}

/** Returns the struck-through price. A promotion that is `null` has none; an absent one is unknown. What is not an object is passed on: it has another type. */
export function listPriceOf(promotion: PromotionInfo | null | undefined): number | null | undefined {
  const list_price = membersOf(promotion, ({ list_price }) => list_price);
  return membersOf(list_price, ({ amount }) => unlessNull(amount));
}

/** Returns the running deal, in the same way. */
export function dealOf(promotion: PromotionInfo | null | undefined): PromotionInfo['deal'] | undefined {
  return membersOf(promotion, ({ deal }) => deal);
}

/** Returns a coupon without its text. */
export function couponOf(coupon: Coupon | null | undefined): Coupon | null | undefined {
  return membersOf(coupon, ({ unit, value }) => ({ unit, value }));
}

function membersOf<Whole extends object, Part>(
  value: Whole | null | undefined,
  read: (value: Whole) => Part,
): Part | null | undefined {
  return isRecord(value) ? read(value) : (value as null | undefined);
}
