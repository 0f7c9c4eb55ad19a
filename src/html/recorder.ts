/** Records where values come from while a table of fields is read. */

export interface Reading {
  source: 'selector' | 'attribute' | 'json' | 'url';
  /** The selector, or the marker of the JSON. */
  at: string;
  /** The text as read. */
  text: string;
}

export interface RecordedField {
  /** `product_sellers_info[0].price` */
  path: string;
  value: unknown;
  /** The reading that gave the value; none for a value derived from others. */
  reading: Reading | undefined;
}

export class Recorder {
  readonly fields: RecordedField[] = [];
  #path: string[] = [];
  #readings: Reading[] = [];

  /** A reader found something. */
  note(reading: Reading): void {
    this.#readings.push(reading);
  }

  /** All readings since the field began: kept with a shared result, to be noted again when it is used again. */
  since(mark: number): Reading[] {
    return this.#readings.slice(mark);
  }

  get mark(): number {
    return this.#readings.length;
  }

  /** Reads one field: what is noted meanwhile belongs to it. */
  field<T>(name: string, read: () => T | undefined): T | undefined {
    const outer = this.#readings;
    this.#readings = [];
    this.#path.push(name);
    const before = this.fields.length;
    const value = read();
    // A field whose own rows were recorded stands in the report by them.
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

/** The reading that gave a value: the last one whose text has it, else the last one. */
function originOf(value: unknown, readings: readonly Reading[]): Reading | undefined {
  return readings.findLast(({ text }) => stands(value, text)) ?? readings.at(-1);
}

/** Whether a value, or a part of it, stands in a text. */
function stands(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value !== '' && (text.includes(value) || value.includes(text));
  if (typeof value === 'number') return digitsOf(text).includes(digitsOf(String(value)));
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((part) => stands(part, text));
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
