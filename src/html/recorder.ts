/** Records where on the page each field was read, for `explainPage`. */
import type { HtmlDocument } from './document.ts';
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

/** A place that a reader looked at without finding a value. */
export interface Look {
  lookedAt: string;
}

/** A field that the page does not show. */
export interface MissedField {
  /** Path in the data. In lists without the number: `product_sellers_info[].price`. */
  path: string;
  /** In how many entries the field is missing; 1 outside of lists. */
  count: number;
  /** The places that were looked at, of the first entry without the field. A place with a text was read, but the text is not a value of the field. */
  places: { at: string; text?: string }[];
}

export interface RecordedField {
  /** Path in the data, for example `product_sellers_info[0].price`. */
  path: string;
  value: unknown;
  /** The reading that the value comes from. `undefined` for a value that is derived from other values. */
  reading: Reading | undefined;
  /** The elements of the reading; of a list, those of all readings of its members. */
  nodes: readonly ParentNode[];
}

export class Recorder {
  /** The page that is read. */
  document: HtmlDocument | undefined;
  readonly fields: RecordedField[] = [];
  readonly #missed = new Map<string, MissedField>();
  #path: string[] = [];
  #notes: (Reading | Look)[] = [];

  /** The fields that the page does not show, in the order of the data. */
  get missed(): MissedField[] {
    return [...this.#missed.values()];
  }

  /** Adds a reading, or a place without a value, to the current field. */
  note(note: Reading | Look): void {
    this.#notes.push(note);
  }

  /** Returns the notes after a {@link mark}. A shared result keeps them, so that each field that uses it can note them again. */
  since(mark: number): (Reading | Look)[] {
    return this.#notes.slice(mark);
  }

  /** The number of notes of the current field so far. */
  get mark(): number {
    return this.#notes.length;
  }

  /** Reads one field. The readings that are noted during `read` belong to it. */
  field<T>(name: string, read: () => T | undefined): T | undefined {
    const outer = this.#notes;
    this.#notes = [];
    this.#path.push(name);
    const before = this.fields.length;
    const value = read();
    // A field with recorded entries or members is not recorded again as a whole.
    if (value !== undefined && this.fields.length === before) {
      this.fields.push({ path: this.path, value, ...originOf(value, this.#notes.filter(isReading)) });
    } else if (value === undefined) this.#miss();
    this.#path.pop();
    this.#notes = outer;
    return value;
  }

  #miss(): void {
    const path = this.path.replaceAll(/\[\d+\]/g, '[]');
    const known = this.#missed.get(path);
    if (known === undefined) this.#missed.set(path, { path, count: 1, places: placesOf(this.#notes) });
    else known.count++;
  }

  private get path(): string {
    return this.#path.join('.').replaceAll('.[', '[');
  }
}

const isReading = (note: Reading | Look): note is Reading => !('lookedAt' in note);

/** Places of a missing field. */
const MOST_PLACES = 40;
/** Characters of a text that is not a value. */
const MOST_TEXT = 300;

/** Returns each place once, without those on the way to another: `#price` if `#price .amount` was looked at. */
function placesOf(notes: readonly (Reading | Look)[]): MissedField['places'] {
  const texts = new Map<string, string | undefined>();
  for (const note of notes) {
    if (texts.size >= MOST_PLACES) break;
    if (isReading(note)) texts.set(note.at, note.text);
    else if (note.lookedAt !== '' && !texts.has(note.lookedAt)) texts.set(note.lookedAt, undefined);
  }
  const all = [...texts.keys()];
  const isOnTheWay = (at: string) => texts.get(at) === undefined && all.some((other) => other.startsWith(`${at} `));
  return all
    .filter((at) => !isOnTheWay(at))
    .map((at) => {
      const text = texts.get(at);
      return text === undefined ? { at } : { at, text: text.slice(0, MOST_TEXT) };
    });
}

/** Returns the last reading whose text contains the value, else the last reading, and the elements that were read. */
function originOf(value: unknown, readings: readonly Reading[]): Pick<RecordedField, 'reading' | 'nodes'> {
  const isOrigin = ({ text }: Reading) => {
    step(1 + (text.length >> 6));
    return isIn(text, value);
  };
  const reading = readings.findLast(isOrigin) ?? readings.at(-1);
  if (reading === undefined || !Array.isArray(value)) return { reading, nodes: reading?.nodes ?? [] };
  return { reading, nodes: [...new Set(readings.filter(isOrigin).flatMap(({ nodes }) => nodes))] };
}

/** Returns whether a string contains a value, or one of its members. */
function isIn(text: string, value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && (text.includes(value) || value.includes(text));
  if (typeof value === 'number') return digitsOf(text).includes(digitsOf(String(value)));
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((part) => isIn(text, part));
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');
