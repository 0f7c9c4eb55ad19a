/** The kinds of parameters, and the check of their values. The schemas in `schemas/` derive from the same rows. */

interface ParameterFacts {
  /** One sentence for schemas, `--help` and documentation. */
  readonly description: string;
  /** The value if the caller gives none. */
  readonly default?: string | number;
  /** Whether the caller can leave the parameter out, although it has no default. */
  readonly isOptional?: true;
}

/** A text in a certain form. */
export interface TextParameter extends ParameterFacts {
  /** A text. */
  readonly type: 'text';
  /** The form of the text. */
  readonly pattern: RegExp;
  /** The most characters. */
  readonly maxLength?: number;
  /** The problem of a value that is not a string (`type`), and with one in another form (`pattern`). */
  readonly messages: { readonly type: string; readonly pattern: string };
}

/** A URL. */
export interface UrlParameter extends ParameterFacts {
  /** A URL. */
  readonly type: 'url';
  /** The most characters. */
  readonly maxLength: number;
  /** The problem of a value that is not a URL. */
  readonly messages: { readonly type: string };
}

/** One of several values. */
export interface ChoiceParameter extends ParameterFacts {
  /** One of several values. */
  readonly type: 'choice';
  /** The values. */
  readonly values: readonly string[];
  /** The problem of any other value. */
  readonly messages: { readonly type: string };
}

/** A whole number. */
export interface WholeNumberParameter extends ParameterFacts {
  /** A whole number. */
  readonly type: 'wholeNumber';
  /** The lowest number. */
  readonly min: number;
  /** The problem of a value that is not a whole number (`type`), and with one that is too low (`min`). */
  readonly messages: { readonly type: string; readonly min: string };
}

/** An amount of money in major units. */
export interface AmountParameter extends ParameterFacts {
  /** An amount of money. */
  readonly type: 'amount';
  /** The lowest amount. */
  readonly min: number;
  /** The highest amount. */
  readonly max: number;
  /** The most decimals. */
  readonly decimals: number;
  /** The parameter that the value must not be above. */
  readonly notAbove?: string;
  /** The problem of a value that is not a number (`type`), and with one that is too low (`min`). */
  readonly messages: { readonly type: string; readonly min: string };
}

/** A parameter of an endpoint. */
export type Parameter = TextParameter | UrlParameter | ChoiceParameter | WholeNumberParameter | AmountParameter;

/** The parameters of an endpoint by name, in the order in which they are checked and documented. */
export type ParameterTable<Name extends string = string> = Readonly<Record<Name, Parameter>>;

/** Whether a call must have the parameter. */
export const isRequired = (parameter: Parameter): boolean =>
  parameter.default === undefined && parameter.isOptional === undefined;

/** A value that was checked: the value that calls use, or what is wrong with the given one. */
export type CheckedValue = { readonly value: unknown } | { readonly problem: string };

/** Checks a value that was given for a parameter. */
export function checkedValue(parameter: Parameter, given: unknown): CheckedValue {
  const { messages } = parameter;
  switch (parameter.type) {
    case 'text':
      if (typeof given !== 'string') return { problem: messages.type };
      if (!parameter.pattern.test(given)) return { problem: parameter.messages.pattern };
      return withinLength(given, parameter.maxLength);
    case 'url': {
      const url = typeof given === 'string' ? given.trim() : '';
      return URL.canParse(url)
        ? withinLength(url.replace(/[\t\n\r]/g, ''), parameter.maxLength)
        : { problem: messages.type };
    }
    case 'choice':
      return parameter.values.some((value) => value === given) ? { value: given } : { problem: messages.type };
    case 'wholeNumber':
      if (!Number.isSafeInteger(given)) return { problem: messages.type };
      return Number(given) < parameter.min ? { problem: parameter.messages.min } : { value: given };
    case 'amount':
      return checkedAmount(parameter, given);
  }
}

function checkedAmount({ min, max, decimals, messages }: AmountParameter, given: unknown): CheckedValue {
  if (typeof given !== 'number' || !Number.isFinite(given)) return { problem: messages.type };
  if (given < min) return { problem: messages.min };
  if (given > max) return { problem: tooHigh(max) };
  return hasDecimals(given, decimals) ? { value: given } : { problem: tooManyDecimals(decimals) };
}

const withinLength = (text: string, most: number | undefined): CheckedValue =>
  most !== undefined && isLonger(text, most) ? { problem: tooLong(most) } : { value: text };

/** Counts characters as JSON Schema does: an emoji is one, although it has two code units. */
const isLonger = (text: string, most: number): boolean =>
  text.length > 2 * most || (text.length > most && [...text].length > most);

/** Whether a number has at most so many decimals, as far as a binary fraction can tell: 0.07 is not exactly 7 times 0.01. */
function hasDecimals(value: number, decimals: number): boolean {
  const units = value / smallestUnit(decimals);
  return Math.abs(units - Math.round(units)) < 4 * Number.EPSILON * Math.max(Math.abs(units), 1);
}

/** Returns the smallest number with so many decimals: 0.01. */
export const smallestUnit = (decimals: number): number => 10 ** -decimals;

/** Returns the message for a text that is too long. */
export const tooLong = (most: number): string => `is too long: expected at most ${most} characters`;

/** Returns the message for an amount that is too high. */
export const tooHigh = (max: number): string => `is too high: expected at most ${max}`;

/** Returns the message for an amount with too many decimals. */
export const tooManyDecimals = (decimals: number): string => `has more than ${decimals} decimals`;

/** Returns the message for a value that is above that of another parameter. */
export const aboveOther = (other: string): string => `is above ${other}: expected at most ${other}`;
