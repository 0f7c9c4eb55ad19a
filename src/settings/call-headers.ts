/** The headers that a call may add to its requests. */
import { invalidSetting, type Setting } from './checks.ts';

/** Headers of one call. Names are in lower case. */
export type CallHeaders = Readonly<Record<string, string>>;

/** A name of a header (RFC 9110 §5.1). */
const NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
/** A value of a header (RFC 9110 §5.5): no line ends, so that it cannot add further headers. */
const VALUE = /^[\t\x20-\x7e]{0,4000}$/;

/** Headers that belong to the backend or the connection: the key, cookies, the target, the idempotency key, and how bodies and connections are written. */
const RESERVED =
  /^(?:x-api-key|cookie2?|host|idempotency-key|content-.*|accept-encoding|transfer-encoding|connection|keep-alive|proxy-.*|te|trailer|upgrade|expect)$/;

/** Returns the headers of a call with names in lower case. Messages do not show values, which can be secrets. */
export function callHeaders({ name: option, value: given }: Setting): CallHeaders {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || given instanceof Headers)
    throw invalidSetting(option, undefined, 'not valid: expected an object of names and values.');
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]: [string, unknown]) =>
      value === undefined ? [] : [[checkedName(option, name), checkedValue(option, name, value)]],
    ),
  );
}

function checkedName(option: string, given: string): string {
  const name = given.toLowerCase();
  if (!NAME.test(name))
    throw invalidSetting(option, given, 'is not the name of a header: expected letters, digits and hyphens.');
  if (RESERVED.test(name))
    throw invalidSetting(
      `${option}.${name}`,
      undefined,
      'is set by the marketplace: expected another header. Leave it out.',
    );
  return name;
}

function checkedValue(option: string, name: string, value: unknown): string {
  if (typeof value === 'string' && VALUE.test(value)) return value;
  throw invalidSetting(
    `${option}.${name}`,
    undefined,
    'is not valid: expected a string of at most 4000 printable ASCII characters.',
  );
}
