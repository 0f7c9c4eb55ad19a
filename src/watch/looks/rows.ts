/** Tables from the data of a page to values. */
import type { Coupon, PromotionInfo } from '../../contract/types/shared.ts';
import type { Values } from '../look.ts';
import type { Part } from './parts.ts';

/** How a value is read. */
interface Row<Data, Value> {
  /** The fields that it is read from: paths in the data. The first one is the `field` of changes. */
  fields: readonly [string, ...string[]];
  /** The value is unknown if one of these parts of the page is unclear. */
  parts?: readonly Part[];
  /** Returns the value; `null` if the page shows that there is none; `undefined` if it is unknown. */
  read: (data: Data) => Value | undefined;
}

/** A row for each value that a type of page shows. */
export type Rows<Data> = { readonly [Name in keyof Values]?: Row<Data, Exclude<Values[Name], undefined>> };

/** Reads the values of a page. Those that are unknown are absent. */
export function readRows<Data>(rows: Rows<Data>, data: Data, unclear: ReadonlySet<Part>): Values {
  const known = rowsOf(rows).flatMap(([name, { parts = [], read }]) => {
    const value = parts.some((part) => unclear.has(part)) ? undefined : read(data);
    return value === undefined ? [] : [[name, value]];
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

function rowsOf<Data>(rows: Rows<Data>): [string, Row<Data, unknown>][] {
  return Object.entries<Row<Data, unknown>>(rows as Record<string, Row<Data, unknown>>);
}

/** Returns the struck-through price. A promotion that is `null` has none; an absent one is unknown. */
export function listPriceOf(promotion: PromotionInfo | null | undefined): number | null | undefined {
  // With the parameter `fields`, members can be absent.
  const { list_price }: Partial<PromotionInfo> = promotion ?? {};
  if (promotion === null || list_price === null) return null;
  return list_price?.amount;
}

/** Returns the running deal, in the same way. */
export function dealOf(promotion: PromotionInfo | null | undefined): PromotionInfo['deal'] | undefined {
  return promotion === null ? null : promotion?.deal;
}

/** Returns a coupon without its text. */
export function couponOf(coupon: Coupon | null | undefined): Coupon | null | undefined {
  if (coupon === null || coupon === undefined) return coupon;
  const { unit, value } = coupon;
  return { unit, value };
}
