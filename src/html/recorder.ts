/** Records where on the page each field was read, for `explainPage`. */
import { step } from './time-limit.ts';
import type { ParentNode } from './tree.ts';

/** One value that a reader found on the page. */
export interface Reading {
  source: 'selector' | 'attribute' | 'json' | 'url';
  /** The selector, or the marker of the JSON. */
  at: string;
  /** The text as read. */
  text: string;
  /** The elements that were read. Empty if the reader names none. */
  nodes: readonly ParentNode[];
}

export interface RecordedField {
  /** Path in the data, for example `product_sellers_info[0].price`. */
  path: string;
  value: unknown;
  /** The reading that the value comes from. `undefined` for a value that is derived from other values. */
  reading: Reading | undefined;
}

export class Recorder {
  readonly fields: RecordedField[] = [];
  #path: string[] = [];
  #readings: Reading[] = [];

  /** Adds a reading to the current field. */
  note(reading: Reading): void {
    this.#readings.push(reading);
  }

  /** Returns the readings after a {@link mark}. A shared result keeps them, so that each field that uses it can note them again. */
  since(mark: number): Reading[] {
    return this.#readings.slice(mark);
  }

  /** The number of readings of the current field so far. */
  get mark(): number {
    return this.#readings.length;
  }

  /** Reads one field. The readings that are noted during `read` belong to it. */
  field<T>(name: string, read: () => T | undefined): T | undefined {
    const outer = this.#readings;
    this.#readings = [];
    this.#path.push(name);
    const before = this.fields.length;
    const value = read();
    // A field with recorded entries or members is not recorded again as a whole.
    if (value !== undefined && this.fields.length === before) {
      this.fields.push({ path: this.path, value, reading: originOf(value, this.#readings) });
    }
    this.#path.pop();
    this.#readings = outer;
    return value;
  }

  private get path(): string {
    return this.#path.join('.').replaceAll('.[', '[');
  }
}

/** Returns the last reading whose text contains the value, else the last reading. */
function originOf(value: unknown, readings: readonly Reading[]): Reading | undefined {
  const isOrigin = ({ text }: Reading) => {
    step(1 + (text.length >> 6));
    return isIn(text, value);
  };
  return readings.findLast(isOrigin) ?? readings.at(-1);
}

/** Returns whether a string contains a value, or one of its members. */
function isIn(text: string, value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && (text.includes(value) || value.includes(text));
  if (typeof value === 'number') return digitsOf(text).includes(digitsOf(String(value)));
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((part) => isIn(text, part));
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
