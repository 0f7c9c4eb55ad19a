/** Values that must not be shown: keys, passwords, tokens. */

/** The text that is shown instead of a secret. */
const SECRET = '[secret]';

/** `inspect.custom` of `node:util`, which other runtimes lack. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/**
 * Holds a secret, and prints as `[secret]`: in strings, JSON and `console.log`. Copies, such as those of `structuredClone`, do not have it.
 *
 * @example
 * const apiKey = new Secret('sk-0123456789');
 * console.log(`${apiKey}`, JSON.stringify({ apiKey })); // [secret] {"apiKey":"[secret]"}
 */
export class Secret<Value extends string | ((...args: never[]) => unknown) = string> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  /** Returns the value. Call it where the value is sent, and nowhere else. */
  reveal(): Value {
    return this.#value;
  }

  /** Returns `[secret]`. */
  toString(): string {
    return SECRET;
  }

  /** Returns `[secret]`. */
  toJSON(): string {
    return SECRET;
  }

  /** Returns `[secret]`, for `console.log`. */
  [INSPECT](): string {
    return SECRET;
  }
}

/** Returns the value of a secret, and any other value unchanged. */
export function revealed<Value extends string | ((...args: never[]) => unknown)>(value: Value | Secret<Value>): Value {
  return value instanceof Secret ? value.reveal() : value;
}
