/** Members of data that nobody has checked: of the kind that is wanted, or `undefined`. */
import { isRecord, type Row } from '../output/rows.ts';

/** A member that is a text. */
export function textAt(data: Row, name: string): string | undefined {
  const value = data[name];
  return typeof value === 'string' ? value : undefined;
}

/** A member that is a finite number, of zero or more. */
export function amountAt(data: Row, name: string): number | undefined {
  const value = data[name];
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY ? value : undefined;
}

/** A member that is true or false. */
export function flagAt(data: Row, name: string): boolean | undefined {
  const value = data[name];
  return typeof value === 'boolean' ? value : undefined;
}

/** A member that has members. */
export function recordAt(data: Row, name: string): Row | undefined {
  const value = data[name];
  return isRecord(value) ? value : undefined;
}

/** The entries with members of a member that is a list. */
export function recordsAt(data: Row, name: string): Row[] {
  const value = data[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
