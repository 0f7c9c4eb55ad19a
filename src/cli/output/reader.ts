/** Reads data for people. What a service sends can differ from the contract: what is not as expected counts as absent. */
import { isRecord, valueAt } from './rows.ts';

/** The fields of an object, by their paths. */
export class Reader {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  /** A text; numbers are texts too. */
  text(path: string): string | undefined {
    const value = valueAt(this.#value, path);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  }

  number(path: string): number | undefined {
    const value = valueAt(this.#value, path);
    return typeof value === 'number' ? value : undefined;
  }

  /** `true`, `false`, or neither. */
  flag(path: string): boolean | undefined {
    const value = valueAt(this.#value, path);
    return typeof value === 'boolean' ? value : undefined;
  }

  /** The objects of a list. */
  list(path: string): Reader[] {
    const value = valueAt(this.#value, path);
    return Array.isArray(value) ? value.filter(isRecord).map((entry) => new Reader(entry)) : [];
  }

  /** The texts of a list. */
  texts(path: string): string[] {
    const value = valueAt(this.#value, path);
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
  }

  /** The names and texts of a map. */
  entries(path: string): [name: string, text: string][] {
    const value = valueAt(this.#value, path);
    return isRecord(value) ? Object.entries(value).map(([name, text]) => [name, String(text)]) : [];
  }

  /** A count with its thousands set off: `32,841`. */
  count(path: string): string | undefined {
    return this.number(path)?.toLocaleString('en-US');
  }

  /** An amount in the currency of the object: `$34.99`. */
  money(path: string, currency: string | undefined = this.text('currency')): string | undefined {
    const amount = this.number(path);
    if (amount === undefined) return undefined;
    try {
      return amount.toLocaleString('en-US', { style: 'currency', currency: currency ?? 'none' });
    } catch {
      // Without a currency, or with one that is none.
      return amount.toFixed(2);
    }
  }

  /** A text when the field is `true`. */
  when(path: string, text: string): string | undefined {
    return this.flag(path) === true ? text : undefined;
  }
}

/** The parts that there are, joined; nothing when there are none. */
export function joined(parts: readonly (string | undefined)[], between = ', '): string | undefined {
  const there = parts.filter((part) => part !== undefined && part !== '');
  return there.length === 0 ? undefined : there.join(between);
}

/** A text around a part that may not be there. */
export function around(before: string, part: string | undefined, after = ''): string | undefined {
  return part === undefined ? undefined : `${before}${part}${after}`;
}
