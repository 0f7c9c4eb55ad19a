/** Reads values from pages. A service is not trusted: what has another type is unknown, and a gap says so. */
import type { Gap } from '../../contract/generated/gap.ts';
import { shown } from '../../contract/shown.ts';
import { KINDS, MEMBERS, orNull, type ValueKind, type ValueType } from '../kinds.ts';
import { type PageKind, readerOf, VALUE_ROWS, VALUES, type Values } from '../values.ts';
import { NULL } from './members.ts';
import { type Part, unclearParts } from './parts.ts';

/** The common part of the pages of a look: the parts that are unclear, and the values of another type. */
export class Reading {
  /** The parts whose absent values are unknown. */
  readonly unclear: ReadonlySet<Part>;
  readonly #gaps = new Map<string, Gap>();

  /** @param gaps What the pages lack. */
  constructor(gaps: readonly Gap[]) {
    this.unclear = unclearParts(gaps);
  }

  /** A gap for each field that has another type. */
  get gaps(): Gap[] {
    return [...this.#gaps.values()];
  }

  /** Whether a member of a page is absent or has its type. If not, there is a gap. @param field Its path in the data */
  accepts(type: ValueKind | keyof typeof MEMBERS, value: unknown, field: string): boolean {
    return this.#has(Object.hasOwn(MEMBERS, type) ? MEMBERS[type as never] : KINDS[type as ValueKind], value, field);
  }

  /** The same for a watched value. */
  acceptsValue(name: keyof Values, value: unknown, field: string): boolean {
    const { kind, hasNone } = VALUES[name];
    return this.#has(hasNone === true ? orNull(KINDS[kind]) : KINDS[kind], value, field);
  }

  #has(type: ValueType, value: unknown, field: string): boolean {
    if (value === undefined || type.has(value)) return true;
    const what = value === NULL ? 'null' : shown(value);
    this.#gaps.set(field, { landmark: field, kind: 'missing', detail: `${what} is not ${type.name}` });
    return false;
  }
}

/** The readers of each kind of page. */
const READERS = new Map<PageKind, ReturnType<typeof newReaders>>();

function readersOf(kind: PageKind) {
  const readers = READERS.get(kind) ?? newReaders(kind);
  READERS.set(kind, readers);
  return readers;
}

function newReaders(kind: PageKind) {
  return VALUE_ROWS.flatMap(([name, row]) => {
    const reader = readerOf(kind, row);
    return reader === undefined ? [] : [{ name, reader }];
  });
}

/** Reads the values of a page. Those that are unknown, or have another type, are absent. */
export function readValues(kind: PageKind, data: object, reading: Reading): Values {
  const known = readersOf(kind).flatMap(({ name, reader: { fields, parts = [], isAbsence = isNull, read } }) => {
    const value = read(data as Parameters<typeof read>[0]);
    if (value === undefined || !reading.acceptsValue(name, value, fields[0])) return [];
    return isAbsence(value) && parts.some((part) => reading.unclear.has(part)) ? [] : [[name, value]];
  });
  return Object.fromEntries(known) as Values;
}

function isNull(value: unknown): boolean {
  return value === null;
}

/** Returns the fields that a kind of page is read from. */
export function fieldsOfKind(kind: PageKind): readonly string[] {
  return readersOf(kind).flatMap(({ reader }) => reader.fields);
}

/** Returns the field that a value is read from. */
export function fieldOfValue(kind: PageKind, value: keyof Values): string | undefined {
  return readersOf(kind).find(({ name }) => name === value)?.reader.fields[0];
}
