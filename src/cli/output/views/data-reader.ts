/** Reads data for cards and tables. A service's data can differ from the contract: a value of another type counts as missing. */
import { isRecord } from '../../../contract/json.ts';
import { recordsIn, valueAt } from '../../../tables/rows.ts';

/** How a template shows a field: `{reviews}`, `{count:reviews}`, ... */
const FORMATS: Readonly<Record<string, (data: DataReader, path: string) => string | undefined>> = {
  text: (data, path) => data.text(path),
  /** With separators: `32,841`. */
  count: (data, path) => data.number(path)?.toLocaleString('en-US'),
  /** In the currency of the data: `$34.99`. */
  money: (data, path) => data.money(path),
  /** A code of the contract as words. */
  words: (data, path) => data.text(path)?.replaceAll('_', ' '),
};

/** Reads the fields of an object by their paths. */
export class DataReader {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  /** Returns a string; numbers are converted. */
  text(path: string): string | undefined {
    const value = valueAt(this.#value, path);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  }

  /** Returns a number. */
  number(path: string): number | undefined {
    const value = valueAt(this.#value, path);
    return typeof value === 'number' ? value : undefined;
  }

  /** Returns a boolean. */
  flag(path: string): boolean | undefined {
    const value = valueAt(this.#value, path);
    return typeof value === 'boolean' ? value : undefined;
  }

  /** Returns the objects of a list. */
  list(path: string): DataReader[] {
    return recordsIn(valueAt(this.#value, path)).map((entry) => new DataReader(entry));
  }

  /** Returns the strings of a list. */
  texts(path: string): string[] {
    const value = valueAt(this.#value, path);
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
  }

  /** Returns the names and values of a map. */
  entries(path: string): [name: string, text: string][] {
    const value = valueAt(this.#value, path);
    return isRecord(value) ? Object.entries(value).map(([name, text]) => [name, String(text)]) : [];
  }

  /** Returns an amount in the currency of the object: `$34.99`. */
  money(path: string): string | undefined {
    const amount = this.number(path);
    try {
      return amount?.toLocaleString('en-US', { style: 'currency', currency: this.text('currency') ?? 'unknown' });
    } catch {
      // The currency is missing or invalid.
      return amount?.toFixed(2);
    }
  }

  /** Returns the text when a field is `true`. */
  when(path: string, text: string): string | undefined {
    return this.flag(path) === true ? text : undefined;
  }

  /**
   * Fills in the fields of a template. `|` separates alternatives, the first one that is present is used. Returns `undefined` when a field is
   * missing.
   *
   * @example data.fill('{count:reviews} ratings of {title|asin}') // 2,418 ratings of Camping Lantern
   */
  fill(template: string): string | undefined {
    let isComplete = true;
    const text = template.replaceAll(/\{(?:(\w+):)?([^{}]*)\}/g, (_, format = 'text', paths: string) => {
      for (const path of paths.split('|')) {
        const value = FORMATS[format]?.(this, path);
        if (value !== undefined) return value;
      }
      isComplete = false;
      return '';
    });
    return isComplete ? text : undefined;
  }

  /** Fills in templates, and joins those that are complete. */
  join(templates: readonly string[], separator?: string): string | undefined {
    return joined(
      templates.map((template) => this.fill(template)),
      separator,
    );
  }
}

/** Joins the texts that are present. Returns `undefined` when none is. */
export function joined(texts: readonly (string | undefined)[], separator = ', '): string | undefined {
  return texts.filter(Boolean).join(separator) || undefined;
}
