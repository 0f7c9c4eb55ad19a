/** Members of data that has not been checked. Each function returns `undefined`, or an empty list, for a value of another type. */
import { isRecord } from '../../../contract/json.ts';
import type { Row } from '../../../tables/rows.ts';

/** A member that is a string. */
export function stringAt(data: Row, name: string): string | undefined {
  const value = data[name];
  return typeof value === 'string' ? value : undefined;
}

/** A member that is a finite number of 0 or more. */
export function amountAt(data: Row, name: string): number | undefined {
  const value = data[name];
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY ? value : undefined;
}

/** A member that is a boolean. */
export function booleanAt(data: Row, name: string): boolean | undefined {
  const value = data[name];
  return typeof value === 'boolean' ? value : undefined;
}

/** A member that is an object; an empty object for any other value. */
export function recordAt(data: Row, name: string): Row {
  const value = data[name];
  return isRecord(value) ? value : {};
}

/** The objects in a member that is a list. */
export function recordsAt(data: Row, name: string): Row[] {
  const value = data[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
